// The stream of a page: follows it, notices when it has gone silent, and comes back by itself.

const SILENCE_MS = 12000; // three beats of the stream missed: the connection is gone
const WATCH_MS = 1000;

// `address` gives the stream's address, `news` takes each message, `gone` is told when the connection is lost.
export class Stream {
  constructor(address, news, gone) {
    this.address = address;
    this.news = news;
    this.gone = gone;
    this.source = null;
    this.heard = performance.now();
    this.lost = false;
    setInterval(() => {
      if (performance.now() - this.heard > SILENCE_MS) this.lose();
    }, WATCH_MS);
  }

  follow() {
    this.source?.close();
    const source = new EventSource(this.address());
    this.source = source;
    source.onmessage = (event) => this.receive(JSON.parse(event.data));
    source.addEventListener("beat", () => this.alive());
    source.onerror = () => {
      this.lose();
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.follow(), 2000);
    };
  }

  alive() {
    this.heard = performance.now();
    if (this.lost) this.follow(); // the same connection speaks again: ask for the whole state
  }

  receive(news) {
    this.alive();
    if (!news.parts.status && this.lost) return;
    this.lost = false;
    document.documentElement.classList.remove("lost-link");
    this.news(news);
    document.documentElement.dataset.view = news.view;
  }

  lose() {
    if (this.lost) return;
    this.lost = true;
    this.gone();
    document.documentElement.classList.add("lost-link");
    const status = document.getElementById("status");
    const time = new Date().toTimeString().slice(0, 5);
    const chip = document.createElement("span");
    chip.className = "chip lost";
    chip.append(Object.assign(document.createElement("i"), { className: "mark" }));
    chip.append(Object.assign(document.createElement("b"), { textContent: status.dataset.lost.replace("{time}", time) }));
    status.replaceChildren(chip);
  }
}
