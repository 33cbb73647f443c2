"""A pack: meshes by class, variant and state, with the licence and credit of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, UnknownName
from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.vocabulary import ALL_CLASSES, SHAPES


class Licence(NamedTuple):
    """Under which terms an asset may be used, and whom to name."""

    licence: str
    credit: str


@dataclass(frozen=True)
class Model:
    """How one class is made: a builder that takes a variant (0 ..) and a state ("" where the class has none)."""

    build: Callable[[int, str], Mesh]
    variants: int
    states: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Pack:
    """Meshes by class; each is built when first asked for and kept."""

    name: str
    version: str  # a hash of everything a mesh depends on
    models: Mapping[str, Model]
    licences: Mapping[str, Licence]  # asset -> its terms
    _made: dict[tuple[str, int, str], Mesh] = field(default_factory=dict, repr=False)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that the pack has, in the vocabulary's order."""
        return tuple(name for name in ALL_CLASSES if name in self.models)

    def variants(self, class_name: str) -> int:
        """How many different meshes a class has in each state."""
        return self._model(class_name).variants

    def states(self, class_name: str) -> tuple[str, ...]:
        """The poses of a class in the vocabulary's order; none for most classes."""
        return self._model(class_name).states

    def mesh(self, class_name: str, variant: int = 0, state: str | None = None) -> Mesh:
        """One mesh; without a state, the class's plain one ("none") or else its first."""
        model = self._model(class_name)
        if not 0 <= variant < model.variants:
            raise BadInput(f"{class_name} variant {variant}; pack {self.name!r} has 0 to {model.variants - 1}")
        pose = state or ("none" if "none" in model.states else (*model.states, "")[0])
        if model.states and pose not in model.states:
            raise BadInput(f"{class_name} {pose!r}; pack {self.name!r} has the states {', '.join(model.states)}")
        key = (class_of(class_name), variant, pose if model.states else "")
        if key not in self._made:
            self._made[key] = model.build(variant, key[2])
        return self._made[key]

    def _model(self, class_name: str) -> Model:
        name = class_of(class_name)
        if name not in self.models:
            raise UnknownName(f"pack {self.name!r} has no {class_name!r}; {nearest(name, self.models)}")
        return self.models[name]


def class_of(name: str) -> str:
    """Our name of a class, from ours or from the original simulator's.

    >>> class_of("fireHydrant"), class_of("human"), class_of("bus")
    ('fire hydrant', 'person', 'bus')
    """
    return _FROM_SHAPE.get(name, name)


_FROM_SHAPE = {shape: name for name, shape in SHAPES.items()}
