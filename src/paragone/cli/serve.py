"""`paragone serve`: the reports of many runs, live."""

import typer

CONNECTIONS = 500  # at once; others are told to come again
RUNS = typer.Argument(help="Run folders, folders that hold some, or URLs of runs.")
HOST = typer.Option("127.0.0.1", "--host", help="The address to listen on; any but loopback asks for a token.")
PORT = typer.Option(8790, "--port", min=0, max=65535, help="The port to listen on.")
TOKEN = typer.Option(
    None,
    "--token",
    envvar="PARAGONE_TOKEN",
    help="What visitors must know; made up where one is needed.",
)


def serve(runs: list[str] = RUNS, host: str = HOST, port: int = PORT, token: str | None = TOKEN) -> None:
    """Serve the reports of runs, with search and comparison over all of them; they may still be running.

    Runs that begin later in the same folders join within seconds, and pages of a run that grows load themselves anew.
    """
    import secrets

    import uvicorn

    from paragone.report.live.find import find_runs
    from paragone.report.live.guard import is_loopback
    from paragone.report.live.hurry import Hurried
    from paragone.report.live.server import application

    check_free(host, port)
    found = find_runs(runs)
    is_local = is_loopback(host)
    token = (token or "").strip() or None  # an empty one is none: everybody knows it
    if token is None and not is_local:
        token = secrets.token_urlsafe(24)
    hosts = ["localhost", "127.0.0.1", "[::1]", host] if is_local else None
    app = application(found, token=token, hosts=hosts, places=runs)
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"http://{shown}:{port}/{f'?token={token}' if token else ''}")
    typer.echo(f"{len(found)} runs, and those that begin later; Ctrl-C stops it", err=True)
    uvicorn.run(
        app,
        host=host,
        port=port,
        http=Hurried,
        limit_concurrency=CONNECTIONS,
        log_level="warning",
        server_header=False,
        access_log=False,
    )


def check_free(host: str, port: int) -> None:
    """Raise in one line where the address cannot be listened on, before anything is said of being served."""
    import socket

    from paragone.core.errors import NotReady

    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = places[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
            probe.bind(address)
    except OSError as error:
        advice = f"choose another: --port {port + 1 if 0 < port < 65535 else 8791}"
        raise NotReady(f"cannot listen on {host} port {port}: {error.strerror or error}; {advice}") from error
