export const VISA = '4242424242424242';
export const FAILS_ON_RENEWAL = '4000000000000341';

/** The number, or its end as a word. Ids, times and process ids can contain the same four digits. */
export const VISA_IN_TEXT = /4242 ?4242|(?<![\w:.-])4242(?![\w-]|\.\d)/;
