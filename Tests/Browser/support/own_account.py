"""The screens on which members change their own profile."""
from .photos import Photos, form

CREDENTIALS = "/api/v1/accounts/update_credentials"


class Own:
    """The screens of the member's own account."""

    def __init__(self, moments, member):
        self.moments = moments
        self.browser = moments.browser
        self.site = moments.site
        self.member = member

    def open(self):
        """Opens the editor from the member's own page, as a person does."""
        self.moments.open(f"/@{self.member.username}")
        self.moments.until("!!screen.querySelector('[data-tap=edit-profile]')")
        self.browser.tap("[data-tap=edit-profile]")
        self.moments.until("!!screen.querySelector('.own-pictures')")
        self.moments.until("!screen.getAnimations().length")

    def profile(self):
        """Returns the profile as stored by the server."""
        return self.member.request(self.site.upstream, "GET", "/api/v1/accounts/verify_credentials")

    def write(self, name, text):
        """Types as a keyboard does."""
        field = f"screen.querySelector('[data-input=\"{name}\"]')"
        self.moments.value(f"({field}.focus(), {field}.select())")
        self.browser.js("document.execCommand('insertText', false, arguments[0])", text)

    def save(self):
        self.moments.until("!screen.querySelector('[data-tap=save]').disabled")
        self.browser.tap("[data-tap=save]")
        self.moments.until("!screen.matches('.edit-profile')")

    def choose(self, kind, path):
        """Chooses a picture from the device, and waits until it shows under the crop frame."""
        self.browser.tap(f"[data-tap='picture:{kind}']")
        self.moments.until("!!screen.querySelector('.question [data-pick]')")
        Photos(self, None).choose(path)
        self.moments.until("!!screen.querySelector('.cut img[data-state=shown]')")

    def place(self):
        """Returns the picture's offset from the frame's centre, its width, and the frame's size, in px."""
        return self.moments.value("""(() => {
          const [frame, picture] = ['.cut', '.cut img'].map((name) => screen.querySelector(name).getBoundingClientRect());
          const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
          const [x, y] = middle(frame);
          return [middle(picture)[0] - x, middle(picture)[1] - y, picture.width, frame.width, frame.height];
        })()""")

    def preview(self):
        """Returns the same of the banner's preview, as parts of its width."""
        return self.moments.value("""(() => {
          const [band, picture] = ['.cut-band', '.cut-band img'].map((name) => screen.querySelector(name).getBoundingClientRect());
          const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
          const [x, y] = middle(band);
          return [middle(picture)[0] - x, middle(picture)[1] - y, picture.width, band.width, band.height].map((one) => one / band.width);
        })()""")

    def cut(self):
        self.browser.tap("[data-tap=cut]")
        self.moments.until("!screen.querySelector('.cutting')")

    def forms(self):
        return [form(r) for r in list(self.site.requests) if r.method == "PATCH" and r.path == CREDENTIALS]
