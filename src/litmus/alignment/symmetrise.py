"""Two directions into one set of links."""

from litmus.alignment.links import Link

_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def grow_diag_final_and(forward: set[Link], backward: set[Link]) -> set[Link]:
    """What both say, grown to neighbours that one says, and words that have no link yet.

    >>> sorted(grow_diag_final_and({(0, 0), (1, 1), (1, 2)}, {(0, 0), (1, 1)}))
    [(0, 0), (1, 1), (1, 2)]
    """
    either = forward | backward
    found = forward & backward
    sources, targets = ({link[side] for link in found} for side in (0, 1))
    grown = True
    while grown:
        grown = False
        for i, j in sorted(found):
            for down, right in _AROUND:
                link = i + down, j + right
                new = link[0] not in sources or link[1] not in targets
                if new and link in either:
                    found.add(link)
                    sources.add(link[0])
                    targets.add(link[1])
                    grown = True
    for link in [*sorted(forward), *sorted(backward)]:
        if link[0] not in sources and link[1] not in targets:
            found.add(link)
            sources.add(link[0])
            targets.add(link[1])
    return found
