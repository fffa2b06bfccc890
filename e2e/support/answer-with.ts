import type { Page } from '@playwright/test'

/** The real answers to these reads with some of it changed, for states that nobody of the demo world is in. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who changes an answer says what it looks like
export function answerWith<Answer>(
  page: Page,
  calls: string,
  change: (answer: Answer) => object,
): Promise<unknown> {
  return page.route(calls, async (route) => {
    // The whole of it, whatever the page has already; what is made up goes without the tag of what is true.
    const response = await route.fetch({
      headers: { ...route.request().headers(), 'if-none-match': '' },
    })
    const answer = (await response.json()) as Answer
    await route.fulfill({ status: response.status(), json: change(answer) })
  })
}
