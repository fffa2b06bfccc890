import { useUser } from '#web/session/session.ts'
import { ProfessionalCard } from './professional-card.tsx'
import type { FoundProfessional } from './results.api.ts'

/** How many cards are in the first view for certain. */
const EAGER = 2

type Props = {
  professionals: readonly FoundProfessional[]
  /** The query of the search that found them, for the link back. */
  search: string
}

/** Cards of professionals in one, two or three columns. */
export function ProfessionalCards({ professionals, search }: Props) {
  const user = useUser()
  return (
    <div className="grid gap-x-6 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
      {professionals.map((professional, index) => (
        <ProfessionalCard
          key={professional.user_id}
          professional={professional}
          user={user}
          search={search}
          eager={index < EAGER}
        />
      ))}
    </div>
  )
}
