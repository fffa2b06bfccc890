import { Notice } from './notice.tsx'

type Props = {
  title: string
  /** What was saved: the field's name, its value now, and what becomes of it here. */
  changed: readonly { name: string; saved: string; outcome: string }[]
  next: string
}

/** Another device saved first (decision 41): what is saved now, field by field, and what becomes of it here. */
export function ConflictNotice({ title, changed, next }: Props) {
  return (
    <Notice tone="problem">
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
    </Notice>
  )
}
