// Answers that are not saved yet: they survive a reload, and leaving the item.

export class Drafts {
  constructor(secret) {
    this.prefix = `litmus-draft-${secret.slice(0, 8)}-`;
  }

  get(position) {
    return JSON.parse(localStorage.getItem(this.prefix + position) ?? "null");
  }

  set(position, draft) {
    localStorage.setItem(this.prefix + position, JSON.stringify(draft));
  }

  clear(position) {
    localStorage.removeItem(this.prefix + position);
  }
}
