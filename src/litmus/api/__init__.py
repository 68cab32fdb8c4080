"""The functions behind `import litmus` and behind the commands: one file each.

They open what people have (names, paths, lists of strings), load what is asked for by name, and
call the rooms below. A command parses, calls one of them, and renders what comes back.
"""
