"""The page's own files (styles, scripts, textures), read once: what is not in this folder cannot be asked for.

Knows nothing of what the files are for.
"""

import hashlib
from pathlib import Path

from aiohttp import web

STATIC = Path(__file__).parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Assets:
    """The files of `folder` by name."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = {
            path.name: (path.read_bytes(), KINDS[path.suffix])
            for path in sorted(folder.iterdir())
            if path.suffix in KINDS
        }

    async def answer(self, request: web.Request) -> web.Response:
        """The file named in the address, or nothing when the browser already has it. Raises HTTPNotFound."""
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound()
        body, kind = found
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers=headers)
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)
