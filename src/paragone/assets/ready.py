"""Whether a component can start: the files that it names are here and whole, and its own check passes."""

from paragone.assets.cache import path_of, state
from paragone.assets.manifest import find
from paragone.core.components import Component
from paragone.core.errors import NotReady


def ensure_ready(component: Component) -> None:
    """Raise NotReady with what is not here, all of it at once, before a plan draws its first image."""
    absent = [find(name) for name in component.needs_weights if state(find(name)) == "absent"]
    for kind, what in (("weights", f"{component.name} needs weights that are not"), ("data", "its data is not")):
        fetched = [asset.name for asset in absent if asset.is_fetchable and asset.kind == kind]
        if fetched:
            fetch = f"`paragone {kind} fetch {' '.join(fetched)}`"
            raise NotReady(f"{what} here; run {fetch}")
    for name in component.needs_weights:
        path_of(name)  # refuses what must be imported first, and a file that is not what it should be
    component.check()
