import type { Invitee, ScheduledEvent } from '@outharbor/scheduling-emulator';

export type { Invitee, ScheduledEvent } from '@outharbor/scheduling-emulator';

export interface Collection<T> {
  readonly collection: readonly T[];
  readonly pagination: { readonly count: number; readonly next_page: string | null };
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A client of the emulator's public API. */
export class SchedulingClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#request('GET', path);
  }

  post<T>(path: string, body?: object): Promise<Answer<T>> {
    return this.#request('POST', path, body);
  }

  delete(path: string): Promise<Answer<undefined>> {
    return this.#request('DELETE', path);
  }

  async me(): Promise<{ uri: string; current_organization: string }> {
    const answer = await this.get<{ resource: { uri: string; current_organization: string } }>('/users/me');
    return answer.body.resource;
  }

  async events(filter: Record<string, string> = {}): Promise<readonly ScheduledEvent[]> {
    const query = new URLSearchParams({ user: (await this.me()).uri, ...filter });
    const answer = await this.get<Collection<ScheduledEvent>>(`/scheduled_events?${query}`);
    return answer.body.collection;
  }

  /** Lists the start times as JavaScript writes them. */
  async starts(filter: Record<string, string> = {}): Promise<string[]> {
    return (await this.events(filter)).map(({ start_time: start }) => new Date(start).toISOString());
  }

  async invitees(eventUri: string): Promise<readonly Invitee[]> {
    const answer = await this.get<Collection<Invitee>>(`${new URL(eventUri).pathname}/invitees`);
    return answer.body.collection;
  }

  async #request<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }
}
