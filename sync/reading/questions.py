"""The questions of a form that are read, by their headings in many languages; every other question stays unread.

A heading counts whole: case, accents, spaces and signs such as `?`, `:` and `*` are forgiven, nothing else.
`docs/result-forms.md` shows these tables.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from sync.kinds import clean
from sync.schema import FORM

STAMP, LINK, RESULT, WHITE, BLACK, PAIRING, NAME, MESSAGE = (column.heading for column in FORM)

HEADINGS: Mapping[str, tuple[str, ...]] = {
    LINK: (
        "Link to the game", "Link to your game", "Game link", "Link zur Partie", "Link der Partie", "Partielink",
        "Link zum Spiel", "Spiellink", "Lien", "Lien de la partie", "Enlace", "Enlace de la partida",
        "Enlace a la partida", "Link da partida", "Ligação da partida", "Link della partita",
        "Collegamento alla partita",
        "Enllaç de la partida", "Link van de partij", "Link naar de partij", "Länk", "Länk till partiet",
        "Link til partiet", "Lenke til partiet", "Linkki", "Pelin linkki", "Link do partii", "Odkaz",
        "Odkaz na partii",
        "Odkaz na partiu", "Játszma linkje", "A játszma linkje", "Linkul partidei", "Link partije",
        "Poveznica na partiju",
        "Ссылка", "Ссылка на партию", "Посилання", "Посилання на партію", "Σύνδεσμος παρτίδας", "Bağlantı",
        "Oyun bağlantısı", "Oyun linki", "Maç linki", "लिंक", "खेल का लिंक", "الرابط", "رابط المباراة", "קישור למשחק",
        "リンク", "対局のリンク", "棋譜のURL", "链接", "对局链接", "連結", "對局連結", "링크", "대국 링크",
        "Liên kết ván cờ",
        "Tautan permainan",
    ),
    RESULT: (
        "What was the result?", "What was the result of the game?", "What was the result of your game?",
        "What is the result?", "Result of your game", "How did the game end?", "How did your game end?",
        "Wie ist die Partie ausgegangen?", "Wie war das Ergebnis?", "Quel est le résultat ?",
        "Quel est le résultat de la partie ?", "¿Cuál fue el resultado?", "Qual foi o resultado?",
        "Qual è il risultato?", "Wat is de uitslag?", "Jaki był wynik?", "Jaki jest wynik?", "Какой результат?",
        "Game result", "Result of the game", "Final result", "Final score", "Ergebnis", "Resultat",
        "Ergebnis der Partie", "Spielergebnis", "Wer hat gewonnen?", "Wer gewann?", "Résultat",
        "Résultat de la partie",
        "Qui a gagné ?", "Resultado", "Resultado de la partida", "¿Quién ganó?", "¿Quién ha ganado?",
        "Resultado da partida", "Quem ganhou?", "Quem venceu?", "Risultato", "Risultato della partita",
        "Chi ha vinto?",
        "Resultat de la partida", "Qui ha guanyat?", "Uitslag", "Resultaat", "Wie heeft gewonnen?", "Wie won?",
        "Vem vann?", "Hvem vandt?", "Hvem vant?", "Tulos", "Kuka voitti?", "Wynik", "Wynik partii", "Kto wygrał?",
        "Výsledek", "Výsledek partie", "Kdo vyhrál?", "Výsledok", "Výsledok partie", "Kto vyhral?", "Eredmény",
        "Ki nyert?", "Ki győzött?", "Rezultat", "Rezultatul", "Cine a câștigat?", "Tko je pobijedio?",
        "Ko je pobedio?", "Резултат", "Результат", "Результат партии", "Кто выиграл?", "Кто победил?",
        "Результат партії", "Хто виграв?", "Хто переміг?", "Αποτέλεσμα", "Ποιος κέρδισε;", "Ποιος νίκησε;", "Sonuç",
        "Maç sonucu", "Oyunun sonucu", "Kim kazandı?", "परिणाम", "नतीजा", "कौन जीता?", "किसने जीता?", "النتيجة",
        "نتيجة المباراة", "من فاز؟", "תוצאה", "מי ניצח?", "結果", "対局結果", "勝敗", "どちらが勝ちましたか", "结果",
        "对局结果", "比赛结果", "赛果", "谁赢了？", "對局結果", "比賽結果", "誰贏了？", "결과", "대국 결과",
        "누가 이겼나요?",
        "Kết quả", "Ai thắng?", "Hasil", "Hasil pertandingan", "Siapa yang menang?",
    ),
    WHITE: (
        "White player", "Player with White", "Weiß", "Spieler mit Weiß", "Weißspieler", "Blancs", "Les Blancs",
        "Joueur avec les Blancs", "Blancas", "Jugador con blancas", "Brancas", "Jogador de brancas", "Bianco",
        "Blanques",
        "Wit", "Vit", "Hvid", "Hvit", "Valkea", "Białe", "Bílý", "Biely", "Világos", "Alb", "Albul", "Bijeli", "Beli",
        "Бели", "Белые", "Білі", "Λευκά", "Beyaz", "सफेद", "सफ़ेद", "الأبيض", "לבן", "白", "白番", "白方", "白棋",
        "백", "Trắng",
        "Putih",
    ),
    BLACK: (
        "Black player", "Player with Black", "Schwarz", "Spieler mit Schwarz", "Schwarzspieler", "Noirs", "Les Noirs",
        "Joueur avec les Noirs", "Negras", "Jugador con negras", "Pretas", "Jogador de pretas", "Nero", "Negres",
        "Zwart", "Svart", "Sort", "Musta", "Czarne", "Černý", "Čierny", "Sötét", "Negru", "Negrul", "Crni", "Црни",
        "Чёрные", "Чорні", "Μαύρα", "Siyah", "काला", "الأسود", "שחור", "黒", "黒番", "黑方", "黑棋", "흑", "Đen",
        "Hitam",
    ),
    PAIRING: (
        "Which game did you play?", "Which game was it?", "Which game is it?", "What game did you play?",
        "Which game are you reporting?", "Your game", "Um welche Partie geht es?", "Welche Partie hast du gespielt?",
        "Welche Partie haben Sie gespielt?", "De quelle partie s'agit-il ?", "¿Qué partida jugaste?",
        "Que partida você jogou?", "Quale partita hai giocato?", "Welke partij heb je gespeeld?",
        "Którą partię grałeś?", "Какую партию вы играли?",
        "Game no", "Id of the game", "Paarung", "Partie", "Welche Partie?", "Brett", "Appariement", "Quelle partie ?",
        "Échiquier", "Emparejamiento", "Partida", "¿Qué partida?", "Tablero", "Emparceiramento", "Emparelhamento",
        "Qual partida?", "Tabuleiro", "Abbinamento", "Partita", "Quale partita?", "Scacchiera", "Aparellament",
        "Paring",
        "Partij", "Welke partij?", "Bord", "Parti", "Vilket parti?", "Hvilket parti?", "Pari", "Mikä peli?",
        "Kojarzenie", "Partia", "Która partia?", "Szachownica", "Která partie?", "Šachovnice", "Ktorá partia?",
        "Párosítás", "Játszma", "Melyik játszma?", "Tábla", "Partija", "Пара", "Партия", "Какая партия?", "Доска",
        "Партія",
        "Яка партія?", "Дошка", "Партија", "Παρτίδα", "Eşleşme", "Eşlendirme", "Masa", "Hangi oyun?", "जोड़ी",
        "कौन सा खेल?",
        "المباراة", "رقم المباراة", "משחק", "対局", "対局番号", "组合せ", "对局", "对阵", "台号", "對局", "대국",
        "Ván cờ",
        "Pertandingan",
    ),
    NAME: (
        "Name of the reporter", "Dein Name", "Ihr Name", "Wer bist du?", "Wer sind Sie?", "Gemeldet von", "Nom",
        "Votre nom", "Ton nom", "Nombre", "Tu nombre", "Su nombre", "Nome", "Seu nome", "O seu nome", "Il tuo nome",
        "El teu nom", "Naam", "Je naam", "Uw naam", "Namn", "Ditt namn", "Navn", "Dit navn", "Ditt navn", "Nimi",
        "Nimesi",
        "Imię i nazwisko", "Twoje imię i nazwisko", "Jméno", "Vaše jméno", "Meno", "Vaše meno", "Név", "Neved",
        "Nume",
        "Numele tău", "Ime", "Vaše ime", "Име", "Имя", "Ваше имя", "ФИО", "Ім'я", "Ваше ім'я", "ПІБ", "Όνομα",
        "Το όνομά σου", "İsim", "Adınız", "Ad Soyad", "Adınız Soyadınız", "नाम", "आपका नाम", "الاسم", "اسمك", "שם",
        "השם שלך", "名前", "お名前", "氏名", "姓名", "你的名字", "您的姓名", "이름", "Tên", "Tên của bạn", "Nama",
        "Nama Anda",
        "Full name", "User display name",
    ),
    MESSAGE: (
        "Comments", "Message to the arbiter", "Nachricht", "Nachricht an die Turnierleitung", "Bemerkung",
        "Kommentar",
        "Commentaire", "Message au directeur", "Message à l'arbitre", "Mensaje", "Comentario", "Mensaje al director",
        "Mensagem", "Comentário", "Messaggio", "Commento", "Missatge", "Bericht", "Opmerking", "Meddelande", "Besked",
        "Melding", "Viesti", "Wiadomość", "Komentarz", "Zpráva", "Komentář", "Správa", "Üzenet", "Megjegyzés",
        "Mesaj",
        "Poruka", "Сообщение", "Комментарий", "Повідомлення", "Коментар", "Μήνυμα", "Yorum", "संदेश", "رسالة",
        "הודעה",
        "メッセージ", "コメント", "留言", "消息", "메시지", "Tin nhắn", "Pesan",
    ),
}  # fmt: skip
"""Headings beside those of the schema, the same question in one language after the other."""

ENDED: tuple[str, ...] = (
    "Completion time", "Fertigstellungszeit", "Abschlusszeit", "Heure de fin", "Hora de finalización",
    "Hora de conclusão",
    "Ora di completamento", "Tijd van voltooien", "Godzina ukończenia", "Čas dokončení", "Slutförandetid",
    "Fullføringstid", "Время завершения", "Час завершення", "Tamamlanma zamanı", "完了時刻", "完成时间", "完成時間",
    "완료 시간",
    "Submit Date (UTC)", "Submitted at", "Date submitted", "Submission Date", "Submission Time", "Submitted On",
    "_submission_time", "Date Modified", "Added Time",
)  # fmt: skip
"""Headings of the time at which an answer was sent, as makers of forms write them."""

STAMPED: tuple[str, ...] = (
    "Timestamp", "Zeitstempel", "Horodateur", "Horodatage", "Marca temporal", "Marca de tiempo",
    "Carimbo de data/hora",
    "Indicador de dia e hora", "Informazioni cronologiche", "Marca temporale", "Tijdstempel", "Sygnatura czasowa",
    "Znacznik czasu", "Tidstämpel", "Tidsstämpel", "Tidsstempel", "Časová značka", "Časové razítko", "Marcaj de timp",
    "Időbélyeg", "Aikaleima", "Отметка времени", "Метка времени", "Позначка часу", "Мітка часу", "Zaman damgası",
    "Χρονική σήμανση", "Χρονοσφραγίδα", "חותמת זמן", "طابع زمني", "الطابع الزمني", "タイムスタンプ", "時間戳記",
    "时间戳记",
    "时间戳", "時間戳", "타임스탬프", "Dấu thời gian", "ประทับเวลา", "Stempel waktu", "Marca de temps",
    "Vremenska oznaka",
    "Časovni žig", "Ajatempel", "टाइमस्टैम्प",
)  # fmt: skip
"""Headings of Google's and Nextcloud's time stamp, language by language."""

BEGUN: tuple[str, ...] = (
    "Start time", "Startzeit", "Heure de début", "Hora de inicio", "Hora de início", "Ora di inizio", "Begintijd",
    "Start Date (UTC)", "Date started", "Date Created", "Created", "Created time", "Creation time", "start", "end",
    "Last action", "Date last action",
)  # fmt: skip
"""Headings of a time that counts where no better one stands beside it."""

IDS: tuple[str, ...] = (
    "ID", "#", "No", "Nr", "Submission ID", "Respondent ID", "Response ID", "Collector ID", "Record ID", "Entry ID",
    "_id", "_uuid", "_index", "User ID", "Network ID", "Last page", "Start language", "Seed", "IP Address",
    "Auto Number",
)  # fmt: skip
"""Headings of columns that only number the answers."""

NOBODY = frozenset({"anonymous", "anonymous user", "anonym", "anonyme", "anonimo", "anonymer benutzer", "anoniem"})
"""Names a form writes where it knows none, as compared by `heading_key`."""


@lru_cache(maxsize=4096)
def heading_key(text: str) -> str:
    """A heading as compared: case, accents, spaces and signs forgiven."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", clean(text)).casefold())
    kept = (c for c in folded if not 0x300 <= ord(c) <= 0x36F and unicodedata.category(c)[0] not in "PSZ")
    return unicodedata.normalize("NFC", "".join(kept)).translate(_LETTERS)


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i"})
_FIRST = {heading_key(column.heading): column.heading for column in FORM}
_QUESTIONS = (
    {heading_key(name): column.heading for column in FORM[1:] for name in (column.heading, *column.aliases)}
    | {heading_key(name): question for question, names in HEADINGS.items() for name in names}
    | _FIRST
)
BEGUN_RANK = 2
_STAMPS = {
    heading_key(name): rank for rank, names in ((BEGUN_RANK, BEGUN), (1, STAMPED), (0, ENDED)) for name in names
}  # fmt: skip
_IDS = frozenset(heading_key(name) for name in IDS)


def question_of(heading: str) -> str:
    """The question of the schema that a heading asks, blank for any other."""
    found = _QUESTIONS.get(heading_key(heading), "")
    return "" if found == STAMP else found


def is_schemas_own(heading: str) -> bool:
    """Whether a heading is the schema's own name of its question."""
    return heading_key(heading) in _FIRST


def stamp_rank(heading: str) -> int | None:
    """How well a heading names the time an answer was sent: 0 is best; None where it names none."""
    return _STAMPS.get(heading_key(heading))


def numbers_answers(heading: str) -> bool:
    """Whether a column of this heading only numbers the answers."""
    return clean(heading) == "#" or heading_key(heading) in _IDS
