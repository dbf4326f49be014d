"""Reads the newest log entries of a project over REST: python3 main.py [project]"""

import os
import sys
from datetime import datetime, timedelta, timezone

import requests

URL = os.environ.get("FIELDSTONE_URL", "http://127.0.0.1:4000")
KEY = os.environ.get("FIELDSTONE_KEY", "")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def run(session, endpoint, **arguments):
    """Runs an endpoint and returns its rows; raises what the gateway answers as an error."""
    response = session.post(f"{URL}/api/endpoints/query/{endpoint}", json=arguments, timeout=60)
    if response.ok:
        return response.json()["result"]
    problem = response.json()
    raise SystemExit(f"{problem['code']}: {problem['detail']} (request {problem['requestId']})")


def moment(microseconds):
    """The moment of a TIMESTAMP; datetime keeps all six digits, and so does integer arithmetic."""
    return EPOCH + timedelta(microseconds=microseconds)


def main():
    project = sys.argv[1] if len(sys.argv) > 1 else "demo"
    with requests.Session() as session:
        session.headers["X-API-KEY"] = KEY
        entries = run(session, "logs.all", project=project, project_tier="PRO")
        for entry in entries[:5]:
            print(moment(entry["timestamp"]).isoformat(timespec="microseconds"), entry["event_message"])
        print(f"{len(entries)} entries")

        sql = "SELECT COUNT(*) AS requests FROM edge_logs"
        [counted] = run(session, "logs.all", project=project, project_tier="PRO", sql=sql)
        print(f"{counted['requests']} requests at the edge")


if __name__ == "__main__":
    main()
