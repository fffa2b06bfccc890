import type { Page } from '@playwright/test'

/** Changes the real answers to some requests, for states that the demo data does not contain. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type of the answer
export function answerWith<Answer>(
  page: Page,
  calls: string,
  change: (answer: Answer) => object,
): Promise<unknown> {
  return page.route(calls, async (route) => {
    // Without the page's ETag the server sends the full answer. The changed answer must not carry the ETag of the real
    // one.
    const response = await route.fetch({
      headers: { ...route.request().headers(), 'if-none-match': '' },
    })
    const answer = (await response.json()) as Answer
    await route.fulfill({ status: response.status(), json: change(answer) })
  })
}
