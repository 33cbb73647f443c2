"""What leads from an older version of a study's tables to this one, step by step, each in one transaction."""

from collections.abc import Callable, Mapping

import sqlalchemy as sa

from paragone.core.errors import StoreError
from paragone.rating.store.tables import VERSION, metadata, settings

NAME = "tables_version"
Step = Callable[[sa.Connection], None]
STEPS: Mapping[int, Step] = {}  # from version n to n + 1


def bring_up_to_date(connection: sa.Connection, steps: Mapping[int, Step] = STEPS, version: int = VERSION) -> None:
    """Make the tables of a new database, or change those of an older one."""
    if not sa.inspect(connection).has_table(settings.name):
        metadata.create_all(connection)
        connection.execute(settings.insert().values(name=NAME, value=str(version)))
        return
    found = int(connection.execute(sa.select(settings.c.value).where(settings.c.name == NAME)).scalar() or 0)
    if found > version:
        raise StoreError(f"the study was made by a newer version of Paragone (tables {found}, here {version}); update")
    for step in range(found, version):
        if step not in steps:
            raise StoreError(f"nothing leads from tables {found} to {version}; use the version that made the study")
        steps[step](connection)
        update = settings.update().where(settings.c.name == NAME)
        connection.execute(update.values(value=str(step + 1)))
