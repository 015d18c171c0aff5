const STRING_OR_MARK = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Indents compact JSON whose objects and lists have content. Parsing it would shorten the digits of large integers. */
export function indentedJson(json: string): string {
  let indent = '\n';
  return json.replaceAll(STRING_OR_MARK, (part) => {
    if (part === '{' || part === '[') {
      indent += '  ';
      return part + indent;
    }
    if (part === '}' || part === ']') {
      indent = indent.slice(0, -2);
      return indent + part;
    }
    if (part === ',') return part + indent;
    return part === ':' ? ': ' : part;
  });
}
