export type Metadata = Readonly<Record<string, string>>;

export interface Identified {
  readonly id: string;
}

/** What the objects of the state have in common. */
export interface Entity extends Identified {
  readonly created: number;
}

/** An object that apps can add their own data to. */
export interface Labelled extends Entity {
  readonly metadata: Metadata;
}

/** What a collection makes a held object of. */
export type Loose<T> = { [K in keyof T]: T[K] };
