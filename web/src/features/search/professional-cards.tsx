import { useUser } from '#web/session/session.ts'
import type { CardProfessional } from '#web/features/professionals/card.ts'
import { ProfessionalCard } from './professional-card.tsx'

/** How many cards are surely seen at once. */
const EAGER = 2

type Props = {
  professionals: readonly CardProfessional[]
  /** The search by which they were found, for the way back. */
  search: string
}

/** Professionals to compare, side by side where there is room. */
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
