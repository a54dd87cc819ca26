/** Replaces the server URL in code examples with the URL of this server. */
for (const element of document.querySelectorAll('.origin')) element.textContent = location.origin
