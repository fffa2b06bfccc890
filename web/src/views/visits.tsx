import { ProblemScreen } from '#web/features/problems/problem-screen.tsx'
import { VisitScreen } from '#web/features/visits/visit-screen.tsx'
import { defineView } from '#web/router/view.ts'

defineView<'id'>('visits', {
  head: ({ t, search }) => ({
    title: t(search.has('problem') ? 'problems:title' : 'visits:title'),
  }),
  // One view, because each costs the first view of every page some bytes. rule: home-weight
  Component: ({ params: { id }, search }) => {
    const problem = search.get('problem')
    return problem ? <ProblemScreen id={problem} bookingId={id} /> : <VisitScreen id={id} />
  },
})
