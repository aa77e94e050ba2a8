"""NEW_03: an owner registers clients of the Twitter API over HTTP, and tweepy signs in with them."""
from test_owner import with_role
from test_twitter_signed import HOME, Signer, refusal, signed_in


def test_NEW_03_an_owner_without_a_shell_registers_a_client_and_removes_it(server, member, bob):
    owner, path = with_role(member("sgowner"), "owner"), "/api/swiftlet/v1/clients"
    made = owner.request("POST", path, json={"name": "Phone book", "website": "https://book.example"}).json()
    key = made["key"], made["secret"]
    tokens = [signed_in(server, key, bob) for _ in range(2)]
    listed = lambda: [found for found in owner.request("GET", path).json() if found["id"] == made["id"]]
    found, = listed()
    assert found == {member: value for member, value in made.items() if member != "secret"} | {"members": 1}
    assert found["callbacks"] == [] and not found["read_only"] and found["website"] == "https://book.example"
    taken = owner.request("POST", path, json={"name": "Other", "key": key[0], "secret": "x"})
    assert (taken.status_code, taken.json()["code"]) == (422, "key_taken")
    assert bob.request("GET", path).status_code == 403
    signers = [Signer(server, key, token) for token in tokens]
    assert [signer.send("GET", HOME).status_code for signer in signers] == [200, 200]
    assert owner.request("DELETE", f"{path}/{made['id']}").status_code == 200
    assert listed() == [] and [refusal(signer.send("GET", HOME)) for signer in signers] == [32, 32]
    log = owner.request("GET", "/api/swiftlet/v1/log?limit=2").json()
    assert [(entry["action"], entry["target"], entry["actor"]) for entry in log] == [
        ("remove_client", "Phone book", owner.username), ("add_client", "Phone book", owner.username)]
