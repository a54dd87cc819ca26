/**
 * Adds what GraphiQL lacks for screen readers. GraphiQL rewrites its attributes with each change,
 * so that they are repaired after each one.
 */
export function repairAccessibility(root: HTMLElement): void {
  const repair = () => {
    repairTabs(root)
    nameFields(root)
    observer.takeRecords()
  }
  const observer = new MutationObserver(repair)
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['role', 'aria-selected'],
  })
  repair()
  root.addEventListener('keydown', closeTab)
}

/**
 * Makes the button of each item the tab, since a tab hides the buttons in it. As in the tabs
 * pattern of the ARIA Authoring Practices, the Delete key replaces the hidden close button.
 */
function repairTabs(root: Element): void {
  for (const item of root.querySelectorAll('.graphiql-tab')) {
    item.setAttribute('role', 'presentation')
    item.removeAttribute('aria-selected')
    const tab = item.querySelector('.graphiql-tab-button')
    tab?.setAttribute('role', 'tab')
    tab?.setAttribute('aria-selected', String(item.classList.contains('graphiql-tab-active')))
    const close = item.querySelector('.graphiql-tab-close')
    close?.setAttribute('aria-hidden', 'true')
    close?.setAttribute('tabindex', '-1')
    if (close) tab?.setAttribute('aria-keyshortcuts', 'Delete')
  }
}

function closeTab({ key, target }: KeyboardEvent): void {
  if (key !== 'Delete' || !(target instanceof Element)) return
  const item = target.closest('.graphiql-tab')
  item?.querySelector<HTMLElement>('.graphiql-tab-close')?.click()
}

/** Labels the fields of the explorer with the argument names beside them. */
function nameFields(root: Element): void {
  for (const field of root.querySelectorAll('.graphiql-plugin :is(input, select)')) {
    if (field.hasAttribute('aria-label') || field.hasAttribute('placeholder')) continue
    const argument = field.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
    field.setAttribute('aria-label', argument ?? 'Kind of operation to add')
  }
}
