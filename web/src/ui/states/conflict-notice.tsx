import { MessageBox } from './message-box.tsx'

type Props = {
  title: string
  /** The fields that were saved elsewhere: name, saved value, and what this form does with it. */
  changed: readonly { name: string; saved: string; outcome: string }[]
  next: string
}

/**
 * Shown when another device has saved the same form meanwhile: the saved value of each field, and what this form does
 * with it.
 */
export function ConflictNotice({ title, changed, next }: Props) {
  return (
    <MessageBox tone="problem">
      <p>{title}</p>
      <ul className="mt-2 flex flex-col gap-2 font-normal text-ink">
        {changed.map(({ name, saved, outcome }) => (
          <li key={name} className="break-words">
            <strong className="font-semibold">{name}</strong>
            {': '}
            {saved}
            <span className="block text-sm text-soft">{outcome}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2">{next}</p>
    </MessageBox>
  )
}
