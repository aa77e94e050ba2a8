"""Owners and moderators with Mastodon.py's calls for administrators, and the same by the command line."""
import subprocess
import time
from pathlib import Path

import pytest
import requests
from mastodon import MastodonAPIError, MastodonNotFoundError

from community.member import SCOPES
from support.server import PROGRAM


def with_role(person, role):
    """Gives a member a role, and a client with all scopes."""
    person.server.run("user", "role", person.username, role)
    person.token = person.limited_token(*SCOPES, "admin:read", "admin:write")
    person.mastodon = person.client.mastodon(person.token)
    return person


@pytest.fixture
def owner(member):
    return with_role(member("owner"), "owner")


@pytest.fixture
def moderator(member):
    return with_role(member("moderator"), "moderator")


def test_NEW_20_members_are_listed_suspended_and_brought_back(owner, ada):
    found = owner.mastodon.admin_accounts_v2(username=ada.username)
    assert [account.username for account in found] == [ada.username]
    assert found[0].account.acct == ada.username and not found[0].suspended and found[0].role.name == ""
    owner.mastodon.admin_account_moderate(ada.id, action="suspend", text="Spam")
    assert owner.mastodon.admin_account(ada.id).suspended
    assert ada.request("GET", "/api/v1/accounts/verify_credentials").status_code == 401
    assert ada.username in [account.username for account in owner.mastodon.admin_accounts_v2(status="suspended")]
    assert not owner.mastodon.admin_account_unsuspend(ada.id).suspended
    with pytest.raises(MastodonAPIError):
        ada.client.mastodon(ada.limited_token("read", "admin:read")).admin_accounts_v2()


def test_NEW_20_reports_are_assigned_resolved_and_opened_again(moderator, ada, bob):
    post = bob.mastodon.status_post("Buy this")
    report = ada.mastodon.report(bob.id, [post.id], comment="Spam", category="spam")
    told = moderator.mastodon.notifications(types=["admin.report"])
    assert [notice.account.acct for notice in told] == [ada.username] and told[0].report.id == report.id
    assert report.id in [found.id for found in moderator.mastodon.admin_reports()]
    found = moderator.mastodon.admin_report(report.id)
    assert [status.id for status in found.statuses] == [post.id] and found.target_account.username == bob.username
    assert moderator.mastodon.admin_report_assign(report.id).assigned_account.username == moderator.username
    assert moderator.mastodon.admin_report_unassign(report.id).assigned_account is None
    assert moderator.mastodon.admin_report_resolve(report.id).action_taken
    assert report.id in [found.id for found in moderator.mastodon.admin_reports(resolved=True)]
    assert [notice.report.decision for notice in ada.mastodon.notifications(types=["swiftlet.report_resolved"])] == ["dismissed"]
    assert not moderator.mastodon.admin_report_reopen(report.id).action_taken
    moderator.mastodon.admin_account_moderate(bob.id, action="suspend", report_id=report.id)
    with pytest.raises(MastodonNotFoundError):
        ada.mastodon.account(bob.id)
    with pytest.raises(MastodonNotFoundError):
        moderator.mastodon.admin_report(1)


def test_NEW_20_the_command_line_does_the_same(server, owner, ada, bob):
    post = bob.mastodon.status_post("Buy that")
    report = ada.mastodon.report(bob.id, [post.id], comment="Look\tat this")
    line = next(line for line in server.run("reports").splitlines() if line.startswith(str(report.id)))
    assert line.split("\t")[2:] == [ada.username, bob.username, "other", str(post.id), "Look at this"]
    server.run("reports", "--remove-posts", str(report.id), "--note", "Against the rules")
    with pytest.raises(MastodonNotFoundError):
        ada.mastodon.status(post.id)
    assert not any(line.startswith(str(report.id)) for line in server.run("reports").splitlines())
    assert any(line.startswith(str(report.id)) and line.endswith("\thidden")
               for line in server.run("reports", "--all").splitlines())
    log = server.run("log").splitlines()
    assert log[-1].split("\t")[1:] == ["-", "remove_posts", bob.username, "Against the rules"]
    assert [entry["note"] for entry in owner.request("GET", "/api/swiftlet/v1/log").json()][0] == "Against the rules"
    assert bob.mastodon.notifications(types=["moderation_warning"])[0].type == "moderation_warning"


def test_NEW_20_a_warning_comes_in_the_moderators_words(server, moderator, ada, bob):
    report = ada.mastodon.report(bob.id, comment="Rude")
    moderator.mastodon.admin_account_moderate(bob.id, action="none", report_id=report.id, text="Be kind, please.")
    notice, = bob.mastodon.notifications(types=["moderation_warning"])
    assert (notice.moderation_warning.action, notice.moderation_warning.text) == ("none", "Be kind, please.")
    assert [notice.report.decision for notice in ada.mastodon.notifications(types=["swiftlet.report_resolved"])] == ["warned"]
    second = ada.mastodon.report(bob.id, comment="Again")
    server.run("reports", "--add-note", str(second.id), "--note", "I ask\tAda")
    server.run("reports", "--warn", str(second.id), "--note", "The second time.")
    with pytest.raises(subprocess.CalledProcessError):
        server.run("reports", "--warn", str(second.id))
    first, *rest = server.run("reports", "--show", str(second.id)).splitlines()
    assert first.startswith(str(second.id)) and first.endswith("\twarned")
    assert [line.split("\t")[1:] for line in rest] == [
        ["-", "note", "I ask Ada"], ["-", "warn", "The second time."], [moderator.username, "warn", "Be kind, please."]]
    found = moderator.mastodon.admin_report(second.id)
    assert (found.history["warnings"], found.history["other_reports"]) == (2, 1)
    assert [note["text"] for note in found.notes] == ["I ask\tAda"]


def test_NEW_20_the_list_of_members_says_how_much_space_each_uses(owner, ada):
    def used():
        answer = owner.request("GET", f"/api/v2/admin/accounts?q={ada.username}").json()
        return next(found["picture_bytes"] for found in answer if found["username"] == ada.username)
    assert used() == 0
    picture = next((Path(__file__).parents[2] / "Demo").rglob("*.jpg"))
    ada.mastodon.status_post("Look", media_ids=[ada.mastodon.media_post(str(picture), "image/jpeg", synchronous=True)])
    assert used() == picture.stat().st_size


def test_NEW_20_nobody_locks_the_last_owner_out(server, owner, moderator):
    others = [line.split("\t")[0] for line in server.run("user", "list").splitlines() if line.split("\t")[1] == "owner"]
    for username in others:
        if username != owner.username:
            server.run("user", "role", username, "member")
    for arguments in (("role", owner.username, "member"), ("suspend", owner.username), ("remove", owner.username, "--yes")):
        with pytest.raises(subprocess.CalledProcessError) as refused:
            server.run("user", *arguments)
        assert refused.value.returncode == 64 and "needs an owner" in refused.value.stderr
    answer = moderator.request("POST", f"/api/v1/admin/accounts/{owner.id}/action", json={"type": "suspend"})
    assert answer.status_code == 403
    assert owner.request("GET", "/api/swiftlet/v1/community").json()["permissions"] != "0"


def test_NEW_20_reports_name_the_rule_that_was_broken(server, moderator, ada, bob):
    server.run("settings", "rules", "Be kind.", "No spam.")
    rules = ada.mastodon.instance_rules()
    assert [rule.text for rule in rules] == ["Be kind.", "No spam."] == [rule.text for rule in ada.mastodon.instance().rules]
    report = ada.mastodon.report(bob.id, rule_ids=[rules[1].id], category="violation")
    assert [str(rule) for rule in report.rule_ids] == [str(rules[1].id)]
    server.run("settings", "rules", "Be very kind.")
    assert [rule.text for rule in moderator.mastodon.admin_report(report.id).rules] == ["No spam."]
    server.run("settings", "about", "We sing.")
    assert ada.mastodon.instance_extended_description().content == "<p>We sing.</p>"
    server.run("settings", "rules", "")
    assert ada.mastodon.instance_rules() == []


def test_NEW_20_announcements_are_read_and_dismissed(server, owner, ada, bob):
    made = owner.request("POST", "/api/swiftlet/v1/announcements", json={"text": "No rehearsal", "ends_at": "2199-12-24"}).json()
    # Other tests share the server.
    shown = lambda person: [one for one in person.mastodon.announcements() if str(one.id) == made["id"]]
    found, = shown(ada)
    assert not found.read and found.all_day and found.ends_at.year == 2199
    assert found.content == "<p>No rehearsal</p>" and found.reactions == []
    ada.mastodon.announcement_dismiss(found.id)
    assert shown(ada) == [] and len(shown(bob)) == 1
    line, = [line for line in server.run("announcement", "list").splitlines() if line.split("\t")[0] == made["id"]]
    assert line.endswith("\tNo rehearsal")
    assert bob.request("POST", "/api/swiftlet/v1/announcements", json={"text": "Spam"}).status_code == 403
    server.run("announcement", "remove", made["id"])
    assert shown(bob) == []
    with pytest.raises(MastodonNotFoundError):
        bob.mastodon.announcement_dismiss(found.id)


def test_NEW_20_requests_to_join_are_approved_and_rejected(server, moderator, client):
    server.run("settings", "registration", "approval")
    try:
        assert requests.get(server.url + "/api/v2/instance").json()["registrations"]["approval_required"]
        token = requests.post(server.url + "/oauth/token", data={
            "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret, "scope": "read write"}).json()
        for name in ("dora", "dan"):
            asked = requests.post(server.url + "/api/v1/accounts", headers={"Authorization": "Bearer " + token["access_token"]},
                                  data={"username": name, "password": "correct horse", "agreement": "true", "reason": "I sing"})
            assert asked.status_code == 200, asked.text
        waiting = {account.username: account for account in moderator.mastodon.admin_accounts_v2(status="pending")}
        assert set(waiting) == {"dora", "dan"} and not waiting["dora"].approved and waiting["dora"].invite_request == "I sing"
        assert sorted(line.split("\t")[0] for line in server.run("user", "requests").splitlines()) == ["dan", "dora"]
        assert moderator.mastodon.admin_account_approve(waiting["dora"].id).approved
        moderator.mastodon.admin_account_reject(waiting["dan"].id)
        assert moderator.mastodon.admin_accounts_v2(status="pending") == []
        assert moderator.mastodon.account(waiting["dora"].id).username == "dora"
    finally:
        server.run("settings", "registration", "invitation")


def backed_up(owner):
    """Makes a backup and waits for its end."""
    answer = owner.request("POST", "/api/swiftlet/v1/backups")
    assert answer.status_code == 200, answer.text
    before, end = answer.json()["last_backup_at"], time.monotonic() + 60
    while (state := owner.request("GET", "/api/swiftlet/v1/community").json())["backup"] == "running":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert state["backup"] == "idle" and state["last_backup_at"] not in (None, before) and state["writable"]


def test_NEW_20_an_owner_makes_a_backup_that_can_be_restored(owner, moderator, server, tmp_path):
    assert moderator.request("POST", "/api/swiftlet/v1/backups").status_code == 403
    folder = server.data / "backups"
    before = len(list(folder.glob("*.tar"))) if folder.exists() else 0
    for number in range(4):
        backed_up(owner)
        assert len(list(folder.glob("*.tar"))) == min(before + number + 1, 3)
    newest = max(folder.iterdir())
    assert newest.stat().st_mode & 0o077 == 0 and folder.stat().st_mode & 0o077 == 0
    assert [file for file in folder.iterdir() if ".part" in file.name] == []
    done = subprocess.run([PROGRAM, "restore", newest, "--data", tmp_path / "restored"], capture_output=True, text=True)
    assert done.returncode == 0 and "read it back" in done.stdout, done.stderr
    entry = owner.request("GET", "/api/swiftlet/v1/log?limit=1").json()[0]
    assert (entry["action"], entry["target"], entry["actor"]) == ("backup", newest.name, owner.username)
