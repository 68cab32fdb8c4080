"""Small files as the programs of translators write them, made by hand."""

# Trados Studio: a source cut into marks, a definition with a state for each.
TRADOS = r"""<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0">
<file original="C:\Jobs\letter.docx" source-language="en-US" target-language="de-DE" datatype="x-sdlfilterframework2">
<body>
<trans-unit id="4e1f"><source><g id="1">He kicked the <x id="2"/>bucket. So sad.</g></source><seg-source><g id="1"><mrk mtype="seg" mid="1">He kicked the <x id="2"/>bucket.</mrk> <mrk mtype="seg" mid="2">So sad.</mrk></g></seg-source><target><g id="1"><mrk mtype="seg" mid="1">Er biss ins <x id="2"/>Gras.</mrk> <mrk mtype="seg" mid="2">Wie traurig.</mrk></g></target><sdl:seg-defs><sdl:seg id="1" conf="ApprovedTranslation" origin="interactive"/><sdl:seg id="2" conf="Draft" origin="mt"/></sdl:seg-defs></trans-unit>
<trans-unit id="77a0" translate="no"><source>ACME-3000</source></trans-unit>
</body>
</file>
</xliff>
"""

# memoQ: native codes in bpt, ept and ph, a status of its own, a comment.
MEMOQ = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff">
  <file original="menu.html" source-language="en" target-language="de" datatype="x-memoq">
    <body>
      <trans-unit id="1" mq:status="ManuallyConfirmed">
        <source xml:space="preserve">Hello <bpt id="1" rid="1">&lt;b&gt;</bpt>world<ept id="2" rid="1">&lt;/b&gt;</ept>,<ph id="3">&lt;br/&gt;</ph><ph id="4">{0}</ph> waits.</source>
        <target xml:space="preserve">Hallo <bpt id="1" rid="1">&lt;b&gt;</bpt>Welt<ept id="2" rid="1">&lt;/b&gt;</ept>,<ph id="3">&lt;br/&gt;</ph><ph id="4">{0}</ph> wartet.</target>
        <note from="Ada">A greeting.</note>
      </trans-unit>
      <trans-unit id="2" mq:status="NotStarted"><source>Good night.</source><target></target></trans-unit>
    </body>
  </file>
</xliff>
"""

# OmegaT and Weblate: several files, states on the targets, suggestions in alt-trans.
WEBLATE = """<?xml version='1.0' encoding='UTF-8'?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="app/menu" source-language="en" target-language="fr" datatype="plaintext">
    <body>
      <group id="g">
        <trans-unit id="open" approved="yes"><source>Open</source><target state="final">Ouvrir</target><context-group purpose="location"><context context-type="sourcefile">menu.c</context></context-group></trans-unit>
        <trans-unit id="close"><source>Close</source><target state="needs-translation">Close</target><alt-trans><target>Fermer</target></alt-trans></trans-unit>
      </group>
    </body>
  </file>
  <file original="app/help" source-language="en" target-language="fr" datatype="plaintext">
    <body>
      <trans-unit id="open"><source>Open the help
        with <x id="INTERPOLATION" equiv-text="{{key}}"/>.</source><target state="translated">Ouvrez l'aide
        avec <x id="INTERPOLATION" equiv-text="{{key}}"/>.</target></trans-unit>
    </body>
  </file>
</xliff>
"""

# XLIFF 2: segments of a unit, data of the codes apart, a file that is not to be translated.
TWO = """<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="fr">
  <file id="f1" original="mail.html">
    <unit id="u1">
      <notes><note>Two sentences.</note></notes>
      <originalData><data id="d1">%s</data><data id="d2">&lt;b></data></originalData>
      <segment id="s1" state="final"><source>Hi <pc id="1" dataRefStart="d2">you</pc>.</source><target>Salut <pc id="1" dataRefStart="d2">toi</pc>.</target></segment>
      <ignorable><source> </source></ignorable>
      <segment><source>See <ph id="2" dataRef="d1"/><mrk id="m1" type="term">there</mrk>.</source><target>Voyez <ph id="2" dataRef="d1"/><mrk id="m1" type="term">là</mrk>.</target></segment>
    </unit>
    <unit id="u2"><segment state="initial"><source>Bye.</source><target>Bye.</target></segment></unit>
    <group id="g1" translate="no"><unit id="u3"><segment><source>v1.2</source></segment></unit></group>
  </file>
</xliff>
"""

PO = r"""# German
msgid ""
msgstr ""
"Project-Id-Version: app\n"
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#. in the menu
#: src/menu.c:12 src/tray.c:3
msgctxt "verb"
msgid "Open"
msgstr "Öffnen"

#: src/tray.c:7
msgid "Open"
msgstr "Offen"

#: src/menu.c:14
#, fuzzy
msgid "Close"
msgstr "Nah"

#: src/menu.c:20
#, c-format
msgid "%d file was\n"
"found.\n"
msgid_plural "%d files were\n"
"found.\n"
msgstr[0] "%d Datei\n"
"gefunden.\n"
msgstr[1] "%d Dateien\n"
"gefunden.\n"

#: src/menu.c:30
msgid "Save"
msgstr ""

#~ msgid "Old"
#~ msgstr "Alt"
"""
