"""An HTTP session that remembers what a client asked for."""

import requests
from requests.adapters import HTTPAdapter


class CountingSession(requests.Session):
    """Give it to a client as its `http_client`; `sent` lists method and URL of each request."""

    def __init__(self, ca):
        super().__init__()
        self.verify = ca
        self.sent = []
        self.mount("https://", _RecordingAdapter(self.sent))

    def take(self):
        """What was sent since the last call."""
        taken = list(self.sent)
        self.sent.clear()
        return taken


class _RecordingAdapter(HTTPAdapter):
    def __init__(self, sent):
        super().__init__()
        self._sent = sent

    def send(self, request, **options):
        self._sent.append((request.method, request.url))
        return super().send(request, **options)
