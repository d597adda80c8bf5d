/** What stands on the page of messages once its frame does, in one file. */
export { Conversation } from './Conversation.tsx';
export { Notifications } from './Notifications.tsx';
export { Threads } from './Threads.tsx';
