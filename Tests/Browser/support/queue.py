"""The queue from which the processes of a run take their tests (pytest-xdist)."""
from xdist.scheduler import LoadScopeScheduling

SLOW = (
    "test_screens", "test_own_account", "test_picture_uploads", "test_arrange_pictures", "test_compose_pictures",
    "test_compose", "test_landing_page", "test_languages", "test_accounts", "test_people",
    "test_other_server", "test_image_feed", "test_image_comments", "test_timeline", "test_menu", "test_moments_actions",
    "test_layout", "test_viewer",
)
"""Slow files, which begin first, so that none of them runs alone at the end."""


class Queue(LoadScopeScheduling):
    """Keeps the tests of a file and engine together, in their order, so that the file's fixtures are made once."""

    def _split_scope(self, nodeid):
        file, _, test = nodeid.partition("::")
        return f"{file}[{'webkit' if 'webkit' in test else 'chromium'}]"

    def _assign_work_unit(self, node):
        self.workqueue.move_to_end(min(self.workqueue, key=self._place), last=False)
        super()._assign_work_unit(node)

    def _place(self, scope):
        file = scope.partition(".")[0]
        return SLOW.index(file) if file in SLOW else len(SLOW), -len(self.workqueue[scope])
