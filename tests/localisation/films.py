"""Subtitles of a short scene, made by hand."""

ENGLISH = """1
00:00:01,000 --> 00:00:03,000
I think that you
should kick

2
00:00:03,100 --> 00:00:05,000
<i>the bucket. Then we can go.</i>

3
00:00:05,200 --> 00:00:07,000
- No! [door slams]
- JOHN: Yes, please.

4
00:00:20,000 --> 00:00:22,000
♪ La la la ♪

5
00:00:25,000 --> 00:00:27,000
Chapter
5
"""

# other cues, the song left out
GERMAN = """WEBVTT - a scene

STYLE
::cue { color: white }

NOTE made by hand

first
00:01.100 --> 00:04.300 align:start position:10%
Ich denke, du solltest
den Löffel abgeben.

00:04.400 --> 00:05.100
Dann können wir gehen.

00:05.200 --> 00:07.000
- Nein!
<v John>- Ja, bitte.</v>

NOTE
the end

last-cue
00:25.000 --> 00:27.000
Kapitel
5
"""
