"""Which ids were met already, in memory that does not grow."""

from hashlib import blake2b


class Seen:
    """A set of ids that does not grow (a Bloom filter): it may suspect, but never misses one."""

    _BITS = 1 << 25

    def __init__(self) -> None:
        self._bits = bytearray(self._BITS // 8)

    def add(self, key: str) -> bool:
        """Add a key; whether it may have been there already."""
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        known = True
        for start in range(0, 16, 4):
            bit = int.from_bytes(digest[start : start + 4], "big") % self._BITS
            byte, mask = bit >> 3, 1 << (bit & 7)
            known = known and bool(self._bits[byte] & mask)
            self._bits[byte] |= mask
        return known
