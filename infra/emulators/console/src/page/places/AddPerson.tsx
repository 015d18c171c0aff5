import type { TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import { SITUATIONS } from '../../seeds/situations.ts';
import { useConsole } from '../state/console-context.ts';

/** A form that adds a person in a chosen situation. */
export function AddPerson() {
  const { act } = useConsole();
  const id = useId();
  const add = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
    const added = await act('people/add', { people: [{ ...given, call: fields.has('call') }] });
    if (added) form.reset();
  };
  return (
    <form className="stacked" onSubmit={add}>
      <div className="field">
        <label htmlFor={`${id}-email`}>Email</label>
        <input id={`${id}-email`} name="email" type="email" required autocomplete="off" />
      </div>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input id={`${id}-name`} name="name" autocomplete="off" />
      </div>
      <div className="field">
        <label htmlFor={`${id}-situation`}>Situation</label>
        <select id={`${id}-situation`} name="situation">
          {SITUATIONS.map((situation) => (
            <option key={situation} value={situation}>
              {situation.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-plan`}>Plan: lookup key or id of a price, if not the first</label>
        <input id={`${id}-plan`} name="plan" autocomplete="off" />
      </div>
      <div className="field inline">
        <input id={`${id}-call`} name="call" type="checkbox" />
        <label htmlFor={`${id}-call`}>With a booked call</label>
      </div>
      <button type="submit" className="button plain">
        Add the person
      </button>
    </form>
  );
}
