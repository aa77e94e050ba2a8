"""The people of the town: the demo's fourteen, twenty-six more, and a spammer."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Person:
    username: str
    nick: str
    circles: str
    """The circles that the person belongs to, the most frequent first."""
    languages: str = "en"
    bio: str = ""
    fields: tuple = ()
    avatar: str = ""
    """A demo picture, without `.jpg`; empty if the app draws one, or the demo has a picture for this person."""
    cover: str = ""
    talks: int = 3
    """The person's share of posts, relative to others."""
    joined: int = 370
    """Days since joining."""
    is_locked: bool = False
    is_bot: bool = False

    def meets(self, circle):
        return circle in self.circles.split()

    def speaks(self, language):
        return language in self.languages.split()


OF_THE_DEMO = [
    Person("wren", "Wren", "neighbours lin allotment choir commuters", "en zh",
           "Walks, birds, too many photographs. Half of my family writes in Chinese, the other half not at all.",
           (("Garden", "Plot 9, Mill Lane"), ("Photographs", "https://wren.example/photographs"), ("Pronouns", "she/her")),
           talks=5),
    Person("gus_next_door", "Gus", "allotment neighbours football", "en",
           "Retired. Plot 12, a radio, and a fence that everybody leans on.", (("Plot", "12"),), cover="garden-pumpkins",
           talks=5, is_locked=True),
    Person("ah_mei", "阿美", "lin tea", "zh", "一家小面馆,二十三年,一口老锅。周一休息。", (("地址", "老街四号"), ("招牌", "葱油拌面")),
           cover="kitchen-noodles", talks=4),
    Person("bea_bakes", "Bea the Baker", "kitchen neighbours allotment", "en", "Up at three. Bread at six. Asleep by nine.",
           (("Shop", "https://bea.example"), ("Open", "Tuesday to Saturday")), cover="bakery-rolls", talks=4),
    Person("biscuit", "Biscuit", "neighbours", "en", "Cat.", talks=0),
    Person("eleni_k", "Ελένη", "greek choir kitchen", "el en", "Φαροφύλακας, σχεδόν. Lighthouse, sea, and a very small choir.",
           (("Φάρος", "Ανάβει στη δύση του ήλιου"),), cover="lighthouse"),
    Person("layla_h", "ليلى", "cairo kitchen", "ar en", "أرسم البلاط والخرائط وأحيانًا القطط.\nI draw tiles, maps, and sometimes cats.",
           (("المدينة", "القاهرة"), ("الأعمال", "https://layla.example/tiles")), cover="cairo-tiles", talks=4),
    Person("lin_mama", "林妈妈", "lin", "zh", "多喝热水。", cover="terraces"),
    Person("old_chen", "老陈", "tea lin", "zh", "茶、墨、山。退休教师。", (("正在读", "《陶庵梦忆》"),), cover="tea-mist"),
    Person("pilar_hikes", "Pilar", "portuguese allotment", "en pt", "If it has a top, I have been there or am on my way.",
           (("Ridge", "412 steps, or 413"),), cover="hike-ridge"),
    Person("sam_nights", "Sam (nights)", "neighbours football commuters", "en", "Nurse. If I liked this at 4 a.m., I was on a break.",
           cover="star-lake"),
    Person("theo_9", "Theo", "football neighbours", "en", "i am 9. i like planets and goal keeping", cover="planet-rings", talks=2),
    Person("tomas_v", "Tomás", "portuguese football", "pt en", "Violão, bola e a avó de todo mundo.", cover="music-beach"),
    Person("xiaoyu", "小雨", "lin tea", "zh en", "大三 | 上海 | 永远在复习", (("考试", "别问"),), cover="shanghai-bund", talks=4),
]

NEW = [
    Person("juergen_g", "Jürgen Größler", "allotment german", "de en", "Bienen, Bohnen, Dias von 1974.",
           (("Parzelle", "7"), ("Bienen", "bald")), "autumn-leaves", "garden-sunflower", 4),
    Person("anneliese", "Anneliese Müller-Lüdenscheidt", "german allotment", "de en",
           "Schriftführerin. Ja, mit Bindestrich. Nein, nicht verwandt.", (("Sprechstunde", "donnerstags, am Zaun"),), "garden-aster"),
    Person("soeren", "Søren Ødegård", "allotment choir commuters german", "en de", "Bass in the choir, willow in the bath.",
           (), "tree-autumn", "winter-forest", 4),
    Person("dot_84", "Dot", "allotment choir neighbours", "en", "84 and counting. My granddaughter set this up. I do the rest.",
           (("Cat", "Gerald"), ("Kettle", "on")), "peony", "spring-blossoms", 4),
    Person("olena_k", "Олена", "neighbours commuters allotment", "en", "Архітекторка. Trains, tuna, other people’s cats.",
           (("Українською", "так"),), "tiles-5"),
    Person("allotments", "Mill Lane Allotments", "allotment", "en",
           "Notices of the committee. Replies are read on Thursdays by whoever has the key.",
           (("Water", "April to October"), ("Gate", "dusk, always dusk"), ("Minutes", "https://milllane.example/minutes")),
           "garden-tomatoes", "garden-dahlia", 2, is_bot=True),
    Person("mo_keeper", "Mo (goalkeeper)", "football cairo neighbours", "en ar", "304 conceded. Nine penalties saved. One careful owner.",
           (("Gloves", "promised to Theo"),), cover="rainbow", talks=4),
    Person("yiannis_fc", "Γιάννης ⚽", "greek football", "el en", "Αριστερό μπακ με προσωπικότητα.", (), "sea-5"),
    Person("youssef_b", "يوسف بن علي", "cairo football", "ar en", "أستاذ جغرافيا، ومهاجم متقاعد.", (("المدرسة", "شارع النيل"),), "cairo-pyramids",
           "cairo-felucca"),
    Person("dudu_bh", "Eduardo “Dudu” Figueiredo", "portuguese football", "pt", "Pão de queijo primeiro, perguntas depois.", (), "",
           "balloons-3"),
    Person("maire_ob", "Máire Ó Briain", "choir commuters", "en", "Alto. Sings to dogs. Gaeilge agus Béarla.", (), "music-record",
           "music-guitar"),
    Person("priya_n", "Priya", "commuters kitchen choir neighbours", "en", "Structural engineer, lapsed tenor, keeper of the cellar key.",
           (("Train", "the 7:42, in spirit"),), "tiles-3", "tiles-7", 4),
    Person("choir_of_stm", "St. Mark’s Choir", "choir", "en", "Rehearsals on Thursdays at half past seven. The boiler is being seen to.",
           (("Concert", "before the end of the year"), ("Tenors", "wanted")), "", "fireworks", 2),
    Person("hana_y", "はな", "choir kitchen neighbours", "en", "パンと歌とバス。Bread, songs, buses.", (), "spring-blossoms", "sea-3", joined=9),
    Person("kostas_p", "Κώστας Παπαδόπουλος", "greek", "el", "Περίπτερο στην παραλία. Ο σκύλος με το καπέλο είναι δικός μου.",
           (("Ανοιχτά", "πάντα"),), "sea-1", "coast", 4),
    Person("maria_th", "Μαρία Θεοδωρίδου", "greek", "el", "Δασκάλα, κολυμβήτρια, κόρη με καπέλο.", (), "autumn-daisies", "sea-2"),
    Person("giagia_sofia", "Γιαγιά Σοφία", "greek", "el", "Έφαγες;", (), "bread", "garden-tomatoes"),
    Person("omar_qahwa", "عمر", "cairo", "ar", "قهوة، كتب قديمة، ثم قهوة.", (), "bakery-latte", "cairo-minarets", joined=60),
    Person("nour_cairo", "نور الهدى", "cairo", "ar", "أجمع الكتب التي نسيها أصحابها.", (("عنوان الدكان", "حارة الوراقين"),), "cairo-tiles",
           "star-lake", 4),
    Person("khalto_amal", "خالتو أمل", "cairo", "ar", "البصل ثم البصل ثم البصل.", (), ""),
    Person("zhang_wei", "张伟", "lin tea", "zh", "程序员。努力早起中。", (("早起天数", "1"),), "", "shanghai-dusk", 4, joined=140),
    Person("mimi_eats", "咪咪爱吃", "tea lin", "zh", "吃遍全城,然后写下来。", (("最近想吃", "腌笃鲜"),), "kitchen-egg-noodles", "shanghai-koi", 4),
    Person("lao_li", "老李(太极)", "tea", "zh", "每天早上六点,人民公园东门。", (), "ink-scroll", "tea-hills"),
    Person("waipo", "外婆", "lin", "zh", "", (), "shanghai-lanterns", talks=2),
    Person("joana_s", "Joana Simões", "portuguese", "pt", "Professora de dia, pandeiro de noite.", (("Aniversário", "segredo"),), "balloons-2",
           "music-beach", 4),
    Person("dona_lourdes", "Dona Lourdes", "portuguese", "pt", "Avó de sete, cozinheira de todos. Procuro minhas colheres.", (), "kitchen-fruit",
           "garden-sunflower", 4),
]

SELLER = Person("best_offers", "BEST OFFERS 24/7 ‼️", "", "en", "Limited time only!!! Follow back guaranteed",
                (("Click", "https://offers.example/now"),), talks=0, joined=2)

EVERYBODY = OF_THE_DEMO + NEW + [SELLER]
