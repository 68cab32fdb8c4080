// Talks to the server. The secret stands behind the '#' of the link: browsers never send it along.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class Server {
  constructor(secret) {
    this.secret = secret;
  }

  get(path) {
    return this.ask(path, {});
  }

  post(path, body) {
    return this.ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  // The answer, or Refused where the server says no. A server that is away throws a TypeError.
  async ask(path, options) {
    const headers = { ...options.headers, authorization: `Bearer ${this.secret}` };
    const response = await fetch(path, { ...options, headers, cache: "no-store" });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) {
      throw new Refused(response.status, answer.error ?? `The server says ${response.status}.`);
    }
    return answer;
  }
}

export function secretOfLink() {
  return new URLSearchParams(location.hash.slice(1)).get("k") ?? "";
}

// Every action has a key of its own, so that one sent twice is recorded once.
export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What the server may turn down for good; anything else (away, overloaded) is tried again.
export function isFinal(error) {
  return error instanceof Refused && error.status < 500 && error.status !== 429;
}

// An action that is not confirmed yet survives a reload of the page.
export class Pending {
  constructor(secret) {
    this.key = `litmus-pending-${secret.slice(0, 8)}`;
  }

  get() {
    return JSON.parse(localStorage.getItem(this.key) ?? "null");
  }

  set(action) {
    localStorage.setItem(this.key, JSON.stringify(action));
  }

  clear() {
    localStorage.removeItem(this.key);
  }
}
