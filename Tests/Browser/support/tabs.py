"""Two tabs or windows of one browser."""
import contextlib


@contextlib.contextmanager
def second_tab(moments, path, kind="tab"):
    """Opens a path in a second tab, or in a window beside the first, and returns the function that shows the first or
    the second one."""
    driver = moments.browser.driver
    first = driver.current_window_handle
    driver.switch_to.new_window(kind)
    second = driver.current_window_handle
    moments.open(path)

    def show(which):
        driver.switch_to.window(first if which == 1 else second)
    try:
        yield show
    finally:
        if second in driver.window_handles:
            driver.switch_to.window(second)
            driver.close()
        driver.switch_to.window(first)
