/** Whether a form in a closed section has other values than it started with. The defaults follow what is saved. */
export function hasUnsaved(section: HTMLDetailsElement): boolean {
  const controls = section.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form [name]');
  return !section.open && [...controls].some(isEdited);
}

function isEdited(control: HTMLInputElement | HTMLSelectElement): boolean {
  if ('options' in control) return !control.options[control.selectedIndex]?.defaultSelected;
  return control.type === 'checkbox' || control.type === 'radio'
    ? control.checked !== control.defaultChecked
    : control.value.trim() !== control.defaultValue.trim();
}
