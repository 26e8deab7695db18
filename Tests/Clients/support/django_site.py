"""A Django site whose users sign in by django-auth-adfs, without a web server.

The argument is its setting AUTH_ADFS as JSON; each line of the input is a path, and each line of the output its response as JSON.
With TENANT_ID, the server in the environment variable AUTHORITY_HOST takes the place of login.microsoftonline.com.
"""

import json
import os
import sys

import django
from django.conf import settings
from django.http import HttpResponse
from django.urls import include, path

HOST = "localhost:5000"


def configure():
    library = "django_auth_adfs"
    settings.configure(
        ALLOWED_HOSTS=["localhost"], SECRET_KEY="secret", ROOT_URLCONF=__name__, LOGIN_REDIRECT_URL="/user", USE_TZ=True,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", library],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
        AUTHENTICATION_BACKENDS=[f"{library}.backend.AdfsAuthCodeBackend"],
        AUTH_ADFS=json.loads(sys.argv[1]) | {"SETTINGS_CLASS": f"{__name__}.AuthoritySettings"})
    django.setup()


def user(request):
    return HttpResponse(request.user.get_username())


def serve():
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    client = Client()
    for line in sys.stdin:
        response = client.get(line.strip(), headers={"host": HOST})
        answer = {
            "status": response.status_code, "location": response.headers.get("Location"), "text": response.content.decode()}
        print(json.dumps(answer), flush=True)


def __getattr__(name):
    """The class of the library's settings, which can be imported only when Django is configured."""
    if name != "AuthoritySettings":
        raise AttributeError(name)
    from django_auth_adfs.config import Settings

    class AuthoritySettings(Settings):
        def __init__(self):
            super().__init__()
            self.SERVER = os.environ.get("AUTHORITY_HOST", self.SERVER)

    return AuthoritySettings


configure()
urlpatterns = [path("oauth2/", include("django_auth_adfs.urls")), path("user", user)]
serve()
