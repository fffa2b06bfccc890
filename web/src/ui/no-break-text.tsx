import { Fragment } from 'react'

/** Up to this many characters a part surely has room on a phone's line. */
const WHOLE_MAX = 24

type UnbrokenProps = {
  children: string
  /** The parts that it is about; without it all but the first. */
  only?: RegExp
}

/** A text whose short parts between commas stay on one line each: never '9:00' above 'AM', nor 'Austin' above 'time'. */
export function NoBreakText({ children, only = /./ }: UnbrokenProps) {
  return children.split(/(?<=,) /).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {index > 0 && part.length <= WHOLE_MAX && only.test(part) ? (
        <span className="inline-block">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ))
}
