/** Shows the URL of this server in code examples. */
for (const part of document.querySelectorAll('.origin')) part.textContent = location.origin
