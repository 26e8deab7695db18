"""The directory of `policies.yaml`, whose policies challenge."""

from pathlib import Path

from support.seed import App

CONFIGURATION = Path(__file__).with_name("policies.yaml")

TAILSPIN = "88888888-8888-4888-8888-888888888888"
KIM = "kim@tailspin.com"
SAM = "sam@tailspin.com"
LEE = "lee@tailspin.com"
MOBILE = App("dddddddd-0000-4000-8000-000000000001", "http://localhost")
TIMETABLE_READ = "api://timetable/read"
PAYROLL_READ = "api://payroll/read"
PAYROLL_POLICY = "dddddddd-0000-4000-8000-00000000000a"
