/** The ZIP in '78701', ' 78701-1234', '787 01', '78701 1234', '78701 – Austin, TX' and 'Austin, TX 78701'; else undefined. */
export function zipIn(text: string): string | undefined {
  const alone = /^(\d{5})(?:[-–]?\d{4})?$/.exec(text.replace(/\s/g, ''))
  const beforeCity = /^\s*(\d{5})\s+[-–]\s+\p{L}/u.exec(text)
  const afterCity = /^\D+\s(\d{5})(?:-\d{4})?\s*$/.exec(text)
  return (alone ?? beforeCity ?? afterCity)?.[1]
}

/** The digits, at most five, with which the ZIP in a text begins that may be typed only halfway; undefined if it is no ZIP. */
export function zipPrefixIn(text: string): string | undefined {
  return zipIn(text) ?? /^(\d{1,5})[-–]?\d{0,4}$/.exec(text.replace(/\s/g, ''))?.[1]
}
