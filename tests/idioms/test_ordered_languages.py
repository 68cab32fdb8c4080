"""The ordered matcher in other languages, on sentences written for it."""

import pytest
from finding import finds

# entry, sentence, what is found; None: nothing
GERMAN = [
    # participles, verb last
    ("<someone> einen Bären aufbinden", "Er hat mir einen Bären aufgebunden.", "einen Bären aufgebunden"),
    ("<someone> einen Bären aufbinden", "… weil du uns einen Bären aufbindest.", "einen Bären aufbindest"),
    ("die Katze aus dem Sack lassen", "Er hat die Katze aus dem Sack gelassen.", "die Katze aus dem Sack gelassen"),
    ("ins Gras beißen", "Viele haben ins Gras gebissen.", "ins Gras gebissen"),
    ("den Löffel abgeben", "Niemand will den Löffel abgeben müssen.", "den Löffel abgeben"),
    ("den Faden verlieren", "Den Faden hat er nie verloren.", "Den Faden hat er nie verloren"),
    # verb second
    ("die Katze aus dem Sack lassen", "Er ließ die Katze aus dem Sack.", "ließ die Katze aus dem Sack"),
    ("die Katze aus dem Sack lassen", "Endlich lässt der Minister die Katze aus dem Sack.", "lässt der Minister die Katze aus dem Sack"),
    ("ins Gras beißen", "Der Held biss ins Gras.", "biss ins Gras"),
    ("<someone> auf den Arm nehmen", "Nimmst du mich auf den Arm?", "Nimmst du mich auf den Arm"),
    ("den Faden verlieren", "Ich verlor beim Reden den Faden.", "verlor beim Reden den Faden"),
    ("auf dem Holzweg sein", "Da bist du auf dem Holzweg.", "bist du auf dem Holzweg"),
    # separated
    ("<someone> einen Bären aufbinden", "Er bindet mir einen Bären auf.", "bindet mir einen Bären auf"),
    ("<someone> einen Bären aufbinden", "Gestern band er seinem alten Freund einen Bären auf.", "band er seinem alten Freund einen Bären auf"),
    ("den Löffel abgeben", "Er gibt bald den Löffel ab.", "gibt bald den Löffel ab"),
    ("den Löffel abgeben", "Dann gab er den Löffel ab.", "gab er den Löffel ab"),
    # infinitives with zu
    ("<someone> einen Bären aufbinden", "Sie versuchte, ihm einen Bären aufzubinden.", "einen Bären aufzubinden"),
    ("die Katze aus dem Sack lassen", "ohne die Katze aus dem Sack zu lassen", "die Katze aus dem Sack zu lassen"),
    # slots, optional pieces, spelling
    ("<poss> Schäfchen ins Trockene bringen", "Sie haben ihre Schäfchen ins Trockene gebracht.", "ihre Schäfchen ins Trockene gebracht"),
    ("<poss> Schäfchen ins Trockene bringen", "Er bringt sein Schäfchen ins Trockene.", "bringt sein Schäfchen ins Trockene"),
    ("<refl> aus dem Staub(e) machen", "Er machte sich aus dem Staub.", "machte sich aus dem Staub"),
    ("<refl> aus dem Staub(e) machen", "Sie hat sich aus dem Staube gemacht.", "aus dem Staube gemacht"),
    ("über <poss> (eigenen) Schatten springen", "Sie sprang über ihren Schatten.", "sprang über ihren Schatten"),
    ("auf großem Fuß leben", "Sie lebten auf grossem Fuss.", "lebten auf grossem Fuss"),
    ("AUF GROSSEM FUSS LEBEN", "Sie lebten auf großem Fuß.", "lebten auf großem Fuß"),
    ("ins Gras beißen", "Mancher biss in das Gras.", "biss in das Gras"),
    ("in das Gras beißen", "Mancher biss ins Gras.", "biss ins Gras"),
    ("den Löffel abgeben", "Er hat den Lo\u0308ffel abgegeben.", "den Lo\u0308ffel abgegeben"),
    # no
    ("die Katze aus dem Sack lassen", "Er ließ die Katze. Aus dem Sack kam nichts.", None),
    ("die Katze aus dem Sack lassen", "Er ließ die Katze in dem Sack.", None),
    ("die Katze aus dem Sack lassen", "Er ließ sie. Die Katze aus dem Sack lief.", None),
    ("die Katze aus dem Sack lassen", "Die Katze. Aus dem Sack gelassen.", None),
    ("die Katze aus dem Sack lassen", "Die Katze aus dem Sack! Er lässt sie.", None),
    ("ins Gras beißen", "Er biss ins grüne Brot.", None),
    ("ins Gras beißen", "Er biss auf das Gras.", None),
    ("<someone> auf den Arm nehmen", "Er nahm das Kind unter den Arm.", None),
    ("den Löffel abgeben", "Er gibt den Löffel.", None),
    ("den Löffel abgeben", "Er gab. Den Löffel nahm sie ab.", None),
    ("den Löffel abgeben", "Er gibt den Löffel an Anna.", None),
    ("den Löffel abgeben", "Er hat den silbernen Löffelstiel abgegeben.", None),
]  # fmt: skip
DUTCH = [
    ("de kat uit de boom kijken", "Hij kijkt de kat uit de boom.", "kijkt de kat uit de boom"),
    ("de kat uit de boom kijken", "Het is tijd om de kat uit de boom te kijken.", "de kat uit de boom te kijken"),
    ("de kat uit de boom kijken", "… omdat hij de kat uit de boom kijkt.", "de kat uit de boom kijkt"),
    ("de kat de bel aanbinden", "Wie bindt de kat de bel aan?", "bindt de kat de bel aan"),
    ("de knoop doorhakken", "Zij hakte eindelijk de knoop door.", "hakte eindelijk de knoop door"),
    ("de knoop doorhakken", "We moeten de knoop doorhakken.", "de knoop doorhakken"),
    ("de knoop doorhakken", "De knoop is doorgehakt.", "De knoop is doorgehakt"),
    ("met <poss> handen in het haar zitten", "Ik zit met mijn handen in het haar.", "zit met mijn handen in het haar"),
    ("oude koeien uit de sloot halen", "Haal geen oude koeien uit de sloot!", "Haal geen oude koeien uit de sloot"),
    ("<someone> om de tuin leiden", "Zij leidde de hele klas om de tuin.", "leidde de hele klas om de tuin"),
    ("de kat uit de boom kijken", "Hij kijkt naar de kat. Uit de boom valt een blad.", None),
    ("de kat uit de boom kijken", "Hij kijkt de kat in de boom.", None),
    ("de knoop doorhakken", "Zij hakte de knoop.", None),
    # strong verbs, separated infinitives
    ("de kat uit de boom kijken", "Hij heeft de kat uit de boom gekeken.", "de kat uit de boom gekeken"),
    ("de kat uit de boom kijken", "Zij keek eerst de kat uit de boom.", "keek eerst de kat uit de boom"),
    ("de kat de bel aanbinden", "Hij heeft de kat de bel aangebonden.", "de kat de bel aangebonden"),
    ("<someone> in de maling nemen", "Hij nam me in de maling.", "nam me in de maling"),
    ("<someone> in de maling nemen", "Ze hebben hun eigen vader in de maling genomen.", "in de maling genomen"),
    ("de kat de bel aanbinden", "Niemand durfde de kat de bel aan te binden.", "de kat de bel aan te binden"),
    ("de knoop doorhakken", "Probeer de knoop door te hakken.", "de knoop door te hakken"),
]  # fmt: skip
FRENCH = [
    ("vendre la mèche", "Il a vendu la mèche.", "vendu la mèche"),
    ("vendre la mèche", "Vous vendez toujours la mèche !", "vendez toujours la mèche"),
    ("vendre la mèche", "Elle vendit la me\u0300che.", "vendit la me\u0300che"),
    ("vendre la mèche", "VENDRE LA MÈCHE ? Jamais.", "VENDRE LA MÈCHE"),
    ("tirer <poss> épingle du jeu", "Elle a tiré son épingle du jeu.", "tiré son épingle du jeu"),
    ("tirer <poss> épingle du jeu", "Nous tirons notre épingle du jeu.", "tirons notre épingle du jeu"),
    ("casser les pieds à <someone>", "Il casse les pieds à tout le monde.", "casse les pieds à"),
    ("casser les pieds à <someone>", "Tu me casses les pieds.", "casses les pieds"),
    ("poser un lapin à quelqu'un", "Elle lui a posé un lapin.", "posé un lapin"),
    ("vendre la peau de l'ours (avant de l'avoir tué)", "Ne vends pas la peau de l’ours.", "vends pas la peau de l’ours"),
    ("vendre la peau de l'ours (avant de l'avoir tué)", "Il vend la peau de l'ours avant de l'avoir tué.", "vend la peau de l'ours avant de l'avoir tué"),
    ("tomber dans les pommes", "Elle est tombée dans les pommes.", "tombée dans les pommes"),
    ("avoir le cafard", "Il eût le cafard.", "eût le cafard"),
    ("avoir le cafard", "Il eu\u0302t le cafard.", "eu\u0302t le cafard"),
    ("avoir d'autres chats à fouetter", "J’ai d’autres chats à fouetter.", "ai d’autres chats à fouetter"),
    ("mettre la puce à l'oreille", "Cela m'a mis la puce à l’oreille.", "mis la puce à l’oreille"),
    ("tomber dans les pommes", "Il tombe. Dans les pommes, il y a des vers.", None),
    ("tomber dans les pommes", "Il tombe sur les pommes.", None),
    ("vendre la mèche", "Il vend la bougie et la mèche.", None),
]  # fmt: skip
SPANISH = [
    ("dar la lata", "¡Dale la lata a otro!", "Dale la lata"),
    ("hacer la vista gorda", "Hazme la vista gorda por hoy.", "Hazme la vista gorda"),
    ("tomar el pelo a <someone>", "Me están tomando el pelo.", "tomando el pelo"),
    ("tomar el pelo a <someone>", "Le tomaron el pelo al profesor.", "tomaron el pelo al"),
    ("tirar la toalla", "Nunca tires la toalla.", "tires la toalla"),
    ("tirar la toalla", "¡Tiró la toalla!", "Tiró la toalla"),
    ("meter la pata", "Has metido la pata otra vez.", "metido la pata"),
    ("meter la pata", "Metí bien la pata.", "Metí bien la pata"),
    ("tirar la toalla", "Tiró la llave. La toalla cayó.", None),
    ("tirar la toalla", "Tiró de la toalla.", None),
]
ITALIAN = [
    ("prendere in giro <someone>", "Mi prendi in giro?", "prendi in giro"),
    ("prendere in giro <someone>", "Non prendermi in giro!", "prendermi in giro"),
    ("in bocca al lupo", "Domani ho l'esame. In bocca al lupo!", "In bocca al lupo"),
    ("gettare la spugna", "Ha gettato la spugna.", "gettato la spugna"),
    ("acqua in bocca", "Acqua in bocca, mi raccomando.", "Acqua in bocca"),
    ("prendere in giro <someone>", "Lo hanno preso in giro.", "preso in giro"),
    ("avere l'acqua alla gola", "Ho l’acqua alla gola.", "Ho l’acqua alla gola"),
    ("gettare la spugna", "Ha gettato. La spugna è blu.", None),
    ("prendere in giro <someone>", "Prendi il giro lungo.", None),
]
PORTUGUESE = [
    ("pagar o pato", "Ele pagou o pato.", "pagou o pato"),
    ("engolir sapos", "Engoli muitos sapos.", "Engoli muitos sapos"),
    ("chutar o balde", "Ela chutou o balde ontem.", "chutou o balde"),
    ("não pregar (o) olho", "Não preguei olho.", "Não preguei olho"),
    ("não pregar (o) olho", "Não preguei o olho.", "Não preguei o olho"),
    ("estar com a faca na mão", "Ele estava com a faca na mão.", "estava com a faca na mão"),
    ("pagar o pato", "Ele pagou. O pato voou.", None),
    ("pagar o pato", "Ele pagou pelo pato.", None),
]  # fmt: skip
ICELANDIC = [
    ("fara úr öskunni í eldinn", "Hann fór úr öskunni í eldinn.", "fór úr öskunni í eldinn"),
    ("fara úr öskunni í eldinn", "Þau hafa farið úr öskunni í eldinn.", "farið úr öskunni í eldinn"),
    ("reka upp stór augu", "Hún rak upp stór augu.", "rak upp stór augu"),
    ("bretta upp ermar(nar)", "Nú brettum við upp ermarnar.", "brettum við upp ermarnar"),
    ("bretta upp ermar(nar)", "Hann bretti upp ermar.", "bretti upp ermar"),
    ("að vera úti að aka", "Hann er alveg úti að aka.", "er alveg úti að aka"),
    ("að vera úti að aka", "Þú ert alveg úti að aka.", "ert alveg úti að aka"),
    ("klóra í bakkann", "Liðið klóraði í bakkann.", "klóraði í bakkann"),
    ("reka upp stór augu", "Hún rak upp. Stór augu sáust.", None),
    ("fara úr öskunni í eldinn", "Hann fór úr eldinum í öskuna.", None),
]  # fmt: skip
RUSSIAN = [
    ("бить баклуши", "Он весь день бил баклуши.", "бил баклуши"),
    ("бить баклуши", "Хватит бить баклуши!", "бить баклуши"),
    ("водить за нос", "Она водила его за нос.", "водила его за нос"),
    ("водить за нос", "Нас водят за нос.", "водят за нос"),
    ("бить баклуши", "Он бил. Баклуши лежали.", None),
    ("водить за нос", "Она водила его под нос.", None),
]
CHINESE = [
    ("雪上加霜", "这场雨对灾区来说是雪上加霜。", "雪上加霜"),
    ("雪上加霜", "雪上加霜", "雪上加霜"),
    ("雪上加霜", "雪上 加霜", "雪上 加霜"),
    ("雪上加霜", "雪上，加霜", "雪上，加霜"),
    ("给 某人 穿小鞋", "老板给他穿小鞋。", "给他穿小鞋"),
    ("给 <someone> 穿小鞋", "老板给新来的同事穿小鞋。", "给新来的同事穿小鞋"),
    ("画蛇添足 | 画蛇添脚", "他画蛇添脚。", "画蛇添脚"),
    ("他 画蛇添足/画蛇添脚", "他画蛇添脚。", "他画蛇添脚"),
    ("唱卡拉OK", "我们唱卡拉ok去。", "唱卡拉ok"),
    ("画蛇添足/画蛇添脚", "他画蛇添脚。", "画蛇添脚"),
    ("画蛇添足 | 画蛇", "他画蛇添足。", "画蛇添足"),  # the longest
    ("给某人穿小鞋", "老板给他穿小鞋。", "给他穿小鞋"),
    ("雪上加霜", "雪上。加霜", None),
    ("雪上加霜", "上雪加霜", None),
    ("雪上加霜", "雪上又加霜", None),
    ("给 某人 穿小鞋", "老板给钱。他穿小鞋。", None),
]
JAPANESE = [
    ("手を焼く", "彼は子どもに手を焼いた。", "手を焼"),
    ("手を焼く", "手を焼いている", "手を焼"),
    ("猫の手も借りたい", "猫の手も借りたいほど忙しい。", "猫の手も借りた"),
    ("腹が立つ", "とても腹が立った。", "腹が立"),
    ("腹が立つ", "腹は立たない", "腹は立"),
    ("誰かの足を引っ張る", "彼の足を引っ張った。", "足を引っ張"),
    ("腹が立つ", "腹が減った。彼が立つ。", None),
    ("手を焼く", "手紙を焼いた。", None),
]
CASES = [
    pytest.param(code, *case, id=f"{code}-{case[1]}")
    for code, cases in {
        "de": GERMAN, "nl": DUTCH, "fr": FRENCH, "es": SPANISH, "it": ITALIAN,
        "pt": PORTUGUESE, "is": ICELANDIC, "ru": RUSSIAN, "zh": CHINESE, "ja": JAPANESE,
    }.items()
    for case in cases
]  # fmt: skip


@pytest.mark.parametrize(("code", "entry", "sentence", "expected"), CASES)
def test_sentence(code: str, entry: str, sentence: str, expected: str | None) -> None:
    assert finds(code, entry, sentence) == ([expected] if expected else [])


@pytest.mark.parametrize(("code", "entry", "sentence", "expected"), CASES)
def test_free_matcher_finds_what_the_ordered_one_does(
    code: str, entry: str, sentence: str, expected: str | None
) -> None:
    if expected:
        assert finds(code, entry, sentence, kind="free") == [expected]
