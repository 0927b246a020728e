/** The kind of a target and its name: `card:lola3` is `card` and `lola3`. */
export function splitTarget(target: string): [kind: string, name: string] {
  const [kind = "", name = ""] = target.split(":");
  return [kind, name];
}
