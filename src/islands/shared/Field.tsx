import { type ReactNode, useId } from 'react';

/** Attributes that the control in a field must have. */
export interface FieldControl {
  readonly id: string;
  readonly className: 'input';
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}
interface Props {
  label: string;
  hint?: ReactNode;
  /** The first error message for this field, if any. */
  error?: string | undefined;
  /** `search` fills the width of a toolbar. */
  kind?: 'search';
  /** Renders the control: `(control) => <input {...control} name="email" />`. */
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, hint and error, linked for screen readers. */
export function Field({ label, hint, error, kind, children }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={kind ? `field ${kind}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'input',
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** Moves the focus to the first control with an error. Call it after the errors have been rendered. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
