import { Fragment } from 'react'

/** A part of at most this many characters fits on one line of a phone. */
const PART_LENGTH_MAX = 24

type UnbrokenProps = {
  children: string
  /** The parts that must not break; by default all but the first. */
  only?: RegExp
}

/** A text whose short parts between commas never break: 'AM' stays beside '9:00'. */
export function NoBreakText({ children, only = /./ }: UnbrokenProps) {
  return children.split(/(?<=,) /).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {index > 0 && part.length <= PART_LENGTH_MAX && only.test(part) ? (
        <span className="inline-block">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ))
}
