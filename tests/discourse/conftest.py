"""Its being here lets the tests in the folders below import `pairing`."""
