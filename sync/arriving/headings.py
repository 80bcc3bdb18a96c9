"""What columns are called in lists of other programs, by language.

Headings are compared without capitals, accents, blanks and the signs in `_SIGNS`. Those under `SEEN` were seen in files of the
programs named in docs/moving-in.md; those under `LIKELY` are ordinary words of a language, and the person is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

NAME, SURNAME, FIRST = "name", "surname", "first name"
RATING, NATIONAL, FEDERATION, FIDE_ID = "rating", "national rating", "federation", "FIDE id"
CLUB, BORN, SEX, TITLE, USERNAME = "club", "born", "sex", "title", "username"
SEED, GROUP, NOTE = "seed", "group", "note"
FIELDS = (
    NAME, SURNAME, FIRST, RATING, NATIONAL, FEDERATION, FIDE_ID, CLUB, BORN, SEX, TITLE, USERNAME, SEED, GROUP,
)  # fmt: skip

SEEN: Mapping[str, str] = {
    NAME: "name ; player ; spielername ; full name ; fullname ; teilnehmer ; nombre ; nom ; nome ; jméno ; név ; имя ; isim ; "
    "nom prénom ; nom et prénom ; username of player",
    SURNAME: "last name ; lastname ; surname ; family name",
    FIRST: "first name ; firstname ; forename ; given name",
    RATING: "rating ; rtg ; elo ; rtgi ; rtg int ; elofide ; fide elo ; fide-elo ; rate ; rtng ; srtng ; elo fide ; рейт ; élő",
    NATIONAL: "rtgn ; rtg nat ; elonat ; dwz ; nwz ; national rating ; elon ; ulusal rating",
    FEDERATION: "fed ; federation ; country ; fide-land ; фед ; szöv ; féd",
    FIDE_ID: "fideid ; fide id ; fide no ; fide-id ; fide number ; idfide ; fidekenn ; id number ; fide_no",
    CLUB: "club ; club/city ; clubname ; team ; verein/ort ; verein ; club/ciudad ; club/ville ; circolo ; clube ; klub/místo ; "
    "kulüp/il ; клуб/город ; klub/hely",
    BORN: "birthday ; b-day ; born ; geburt ; geburtsjahr ; birthdate ; date of birth ; dob ; year of birth",
    SEX: "sex ; gender ; geschlecht ; sexo",
    TITLE: "title ; tit ; ttl ; titel ; fide-titel",
    USERNAME: "username ; lichess ; lichess username ; chess.com ; chesscom ; chess.com username ; user ; handle",
    SEED: "seed",
    GROUP: "gr ; typ ; type ; group ; section",
}
LIKELY: Mapping[str, str] = {
    NAME: "spieler ; joueur ; jugador ; nombre y apellidos ; jogador ; giocatore ; cognome e nome ; naam ; speler ; "
    "imię i nazwisko ; zawodnik ; hráč ; namn ; spelare ; navn ; spiller ; nimi ; pelaaja ; játékos ; nume ; jucător ; "
    "ime i prezime ; igrač ; ime ; фио ; игрок ; піб ; ad soyad ; oyuncu ; όνομα ; παίκτης ; 氏名 ; 名前 ; 姓名 ; 名字 ; 이름",
    SURNAME: "nachname ; familienname ; nom de famille ; apellidos ; apellido ; sobrenome ; cognome ; achternaam ; nazwisko ; "
    "příjmení ; priezvisko ; efternamn ; efternavn ; etternavn ; sukunimi ; vezetéknév ; nume de familie ; prezime ; "
    "фамилия ; прізвище ; soyad ; επώνυμο ; 姓",
    FIRST: "vorname ; prénom ; nome próprio ; voornaam ; imię ; meno ; förnamn ; fornavn ; etunimi ; keresztnév ; utónév ; "
    "prenume ; ad ; 名",
    RATING: "fide-luku ; értékszám ; rejting ; рейтинг ; эло ; έλο ; レーティング ; 等级分 ; 等級分 ; 레이팅 ; ranking",
    NATIONAL: "elo national ; elo nacional ; elo feda ; rating nacional ; cbx ; elo italia ; knsb-rating ; ranking krajowy ; lok ; "
    "národní elo ; lask ; nsf ; dansk rating ; selo ; magyar élő ; elo național ; ukd ; εθνικό έλο",
    FEDERATION: "land ; föderation ; fédération ; pays ; país ; nazione ; kraj ; země ; maa ; ország ; țara ; država ; "
    "федерация ; страна ; ülke ; χώρα ; 国 ; 国家",
    FIDE_ID: "code fide ; código fide ; fide-nummer ; fide azonosító ; id fide ; id фиде",
    CLUB: "klub ; ligue ; società ; vereniging ; oddíl ; klubb ; seura ; kerho ; egyesület ; клуб ; kulüp ; σύλλογος ; クラブ ; "
    "俱乐部 ; 클럽",
    BORN: "geb ; jg ; geboren ; naissance ; né le ; née le ; année ; fecha de nacimiento ; año ; nascimento ; data nasc ; ano ; "
    "nascita ; data di nascita ; geboortedatum ; geb jaar ; data ur ; rok ur ; datum nar ; ročník ; födelsedatum ; född ; "
    "født ; fødselsdato ; syntymäaika ; szül ; születési év ; data nașterii ; datum rođenja ; дата рождения ; г р ; "
    "дата народження ; doğum tarihi ; doğum yılı ; έτος γέννησης ; 生年月日 ; 出生日期",
    SEX: "m/w/d ; sexe ; genre ; género ; gênero ; sesso ; geslacht ; płeć ; pohlaví ; kön ; køn ; kjønn ; sukupuoli ; nem ; spol ; "
    "pol ; пол ; стать ; cinsiyet ; φύλο ; 性別 ; 性别 ; 성별",
    TITLE: "titre ; título ; titolo ; tytuł ; titul ; tittel ; titteli ; cím ; titlu ; titula ; звание ; звання ; unvan ; τίτλος ; 称号",
    USERNAME: "nick ; nickname ; benutzername ; nutzername ; pseudo ; identifiant ; usuario ; usuário ; utilizador ; nome utente ; "
    "gebruikersnaam ; login ; přezdívka ; användarnamn ; brugernavn ; käyttäjänimi ; felhasználónév ; utilizator ; "
    "korisničko ime ; ник ; логин ; kullanıcı adı ; όνομα χρήστη ; ユーザー名 ; 用户名 ; 아이디",
    SEED: "setzplatz ; seeding",
    GROUP: "gruppe ; klasse ; turnier ; groupe ; tournoi ; grupo ; categoría ; categoria ; gruppo ; groep ; grupa ; skupina ; grupp ; "
    "klass ; ryhmä ; csoport ; группа ; kategori ; grup ; όμιλος ; division ; class",
}
NUMBERS = frozenset(
    (
        "no",
        "nr",
        "snr",
        "sno",
        "rk",
        "rank",
        "rg",
        "pos",
        "place",
        "startnummer",
        "tlnnr",
        "stč",
        "č",
        "ksz",
        "bsno",
        "nro",
        "n",
        "#",
        "rkrank",
        "№",
    )
)  # a place in a list of that program: of no use here, and passed over in silence
PRIVATE = frozenset(("email", "emailaddress", "mail", "phone", "telephone", "telefon", "mobile", "password", "address"))
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d\d")
_SIGNS = re.compile(r"[\s.:*()/_\-#’']+")


def plain(heading: str) -> str:
    """A heading as compared."""
    folded = unicodedata.normalize("NFKD", heading.casefold())
    return _SIGNS.sub("", "".join(c for c in folded if not unicodedata.combining(c)))


def _table(words: Mapping[str, str]) -> dict[str, str]:
    return {plain(word): field for field, listed in words.items() for word in listed.split(" ; ")}


_SEEN, _LIKELY = _table(SEEN), _table(LIKELY)


def field_of(heading: str) -> tuple[str, bool]:
    """The field a heading means, blank for none; and whether it is sure."""
    word = plain(heading)
    if _MONTH.fullmatch(word):
        return RATING, True  # FIDE's lists of one month call the column SEP26
    if word in _SEEN:
        return _SEEN[word], True
    return _LIKELY.get(word, ""), False
