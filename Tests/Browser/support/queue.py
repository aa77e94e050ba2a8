"""The queue from which the processes of a run take their tests (pytest-xdist)."""
from xdist.scheduler import LoadScopeScheduling


class Queue(LoadScopeScheduling):
    """Keeps the tests of a file together, in their order, so that the file's fixtures are made once. Slow files begin
    first, so that none of them runs alone at the end."""

    slow = ()

    def _split_scope(self, nodeid):
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node):
        self.workqueue.move_to_end(min(self.workqueue, key=self._place), last=False)
        super()._assign_work_unit(node)

    def _place(self, scope):
        file = scope.partition(".")[0]
        return self.slow.index(file) if file in self.slow else len(self.slow), -len(self.workqueue[scope])
